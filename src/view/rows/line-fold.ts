import type { RecordedPart } from '../../analyze/timeline/transcript.ts';
import type { LineForm, Origin, Reasoning, Role } from '../../model/reading.ts';
import type { JsonObject, LogRecord } from '../../model/record.ts';
import type { CallBook } from './call-book.ts';
import type { CallEntry, PromptEntry, SaidEntry } from './entry.ts';
import type { EntryOrder } from './order.ts';
import { type Place, placed } from './place.ts';

type Transcript = { readonly agent: string | undefined; readonly role: string; readonly said: SaidOfLines };
/** What the model thought and said by the numbers of the lines, as long as no call shows it. */
type SaidOfLines = Map<number, SaidEntry[]>;

const UNREAD: ReadonlySet<LineForm> = new Set(['unparsed', 'oversize', 'deep', 'spliced', 'nul']);
/** A session's own words in the user's place that read as a person's. */
const PERSONS: ReadonlySet<Origin> = new Set(['prompt', 'command', 'shell']);

/** Takes in the lines of transcripts. */
export class LineFold {
  /** Prompts that transcripts tell of, until it is known whether a hook saw them. */
  readonly told: PromptEntry[] = [];
  readonly reasoning: Record<Reasoning, number> = { full: 0, summary: 0, sealed: 0, none: 0 };
  readonly versions: string[] = [];
  lines = 0;
  unparsed = 0;
  readonly #order: EntryOrder;
  readonly #calls: CallBook;
  readonly #transcripts = new Map<number, Transcript>();

  constructor(order: EntryOrder, calls: CallBook) {
    this.#order = order;
    this.#calls = calls;
  }

  open({ data }: LogRecord): void {
    const index = data.transcript as number;
    const known = this.#transcripts.get(index);
    const agent = data.agent as string | undefined;
    if (known === undefined)
      this.#transcripts.set(index, { agent, role: data.role as string, said: new Map() });
    // Another generation: what is read anew stands in other lines.
    else if (data.line === 0) known.said.clear();
  }

  take({ seq, data }: LogRecord, at: Place): void {
    if (typeof data.version === 'string' && this.versions.at(-1) !== data.version)
      this.versions.push(data.version);
    if (data.from === 'hook') this.#speak(data, at);
    else this.#line(data, { ...at, seq });
  }

  #line(data: JsonObject, at: Place): void {
    this.lines++;
    if (UNREAD.has(data.form as LineForm)) this.unparsed++;
    if (data.parts === undefined || data.twin !== undefined) return;
    const transcript = this.#transcripts.get(data.transcript as number);
    const copy = (data.copy as JsonObject | undefined)?.equal === true;
    const agent = (data.agent as string | undefined) ?? transcript?.agent;
    const inSubagent =
      agent !== undefined ||
      (transcript !== undefined && transcript.role !== 'main' && transcript.role !== 'segment');
    const place: Place = { ...at, agent, copy };
    if (data.role === 'assistant' && !copy) this.reasoning[data.reasoning as Reasoning]++;
    this.#parts(data, { place, said: transcript?.said ?? new Map(), inSubagent });
  }

  #parts(
    data: JsonObject,
    { place, said, inSubagent }: { place: Place; said: SaidOfLines; inSubagent: boolean },
  ): void {
    const parts = data.parts as unknown as readonly RecordedPart[];
    const line = data.line as number;
    for (let sub = 0; sub < parts.length; sub++) {
      const part = parts[sub]!;
      const role = part.role ?? (data.role as Role);
      const here = { ...place, sub };
      if (part.kind === 'call') this.#call(part, here, said);
      else if (part.kind === 'result') this.#calls.answer(part, here);
      else if (role === 'assistant') this.#say(part, here, { said, line });
      else if (part.kind === 'text') {
        const origin =
          role === 'user' ? (part.origin ?? (data.origin as Origin | undefined) ?? 'prompt') : 'context';
        const own = textsFrom(parts, sub, data);
        this.#prompt(own, { here, origin, inSubagent });
        sub = own.at(-1)!;
      }
    }
  }

  #call(part: RecordedPart & { kind: 'call' }, place: Place, said: SaidOfLines): void {
    const call = this.#calls.ask(part, place);
    if (call === undefined || place.copy) return;
    for (const line of part.link.lines) {
      for (const entry of said.get(line) ?? []) this.#show(entry, call);
      said.delete(line);
    }
  }

  /** What led to a call is shown with it. */
  #show(entry: SaidEntry, call: CallEntry): void {
    call.said.push({ seq: entry.seq, part: entry.sub });
    call.records.push(entry.seq);
    this.#order.absorb(entry, call);
  }

  #say(part: RecordedPart, place: Place, { said, line }: { said: SaidOfLines; line: number }): void {
    if (part.kind !== 'thinking' && part.kind !== 'text') return;
    const entry: SaidEntry = { ...placed(place), kind: part.kind };
    this.#order.push(entry);
    if (place.copy) return;
    const same = said.get(line);
    if (same === undefined) said.set(line, [entry]);
    else same.push(entry);
  }

  #prompt(
    parts: readonly number[],
    { here, origin, inSubagent }: { here: Place; origin: Origin; inSubagent: boolean },
  ): void {
    const person = PERSONS.has(origin) && !inSubagent;
    const entry: PromptEntry = {
      ...placed(here),
      kind: 'prompt',
      origin: person
        ? 'unwitnessed'
        : origin === 'agent' || (inSubagent && origin === 'prompt')
          ? 'agent'
          : 'harness',
      parts,
      hook: undefined,
    };
    this.#order.push(entry);
    if (!here.copy) this.told.push(entry);
  }

  /** What the model said by a hook (Cursor): no line has it. */
  #speak(data: JsonObject, at: Place): void {
    const [part] = data.parts as unknown as readonly RecordedPart[];
    if (part?.kind !== 'thinking' && part?.kind !== 'text') return;
    this.reasoning[data.reasoning as Reasoning]++;
    this.#order.push({ ...placed({ ...at, agent: data.agent as string | undefined }), kind: part.kind });
  }

  /** A decision names the records of what its model thought and said by hooks before it. */
  link(call: CallEntry, data: JsonObject): void {
    const link = data.link as { readonly records: readonly number[] } | undefined;
    for (const seq of link?.records ?? []) {
      const entry = this.#order.ownerOf(seq);
      if (entry?.kind === 'thinking' || entry?.kind === 'text') this.#show(entry, call);
    }
    if (link !== undefined && call.basis === 'none') call.basis = 'ordered';
  }
}

/** The texts from a part on that make one message: same message, role and origin. */
function textsFrom(parts: readonly RecordedPart[], from: number, data: JsonObject): readonly number[] {
  const first = parts[from]!;
  const own = [from];
  for (let i = from + 1; i < parts.length; i++) {
    const part = parts[i]!;
    const same =
      part.message === first.message &&
      (part.role ?? data.role) === (first.role ?? data.role) &&
      part.origin === first.origin;
    if (!same || (part.kind !== 'text' && part.kind !== 'image')) break;
    if (part.kind === 'text') own.push(i);
  }
  return own;
}
