import type { LineForm, LineNote, Origin, Reasoning, Role } from '../../model/reading.ts';
import type { JsonObject } from '../../model/record.ts';
import type { At, Content } from './item.ts';
import type {
  Exchange,
  Generation,
  Line,
  Message,
  RecordedPart,
  SpokenByHook,
  Transcript,
} from './transcript.ts';

type OpenGeneration = Omit<Generation, 'lines' | 'opened' | 'again'> & {
  readonly opened: At[];
  readonly again: { from: number; to: number }[];
  readonly lines: Line[];
};
type OpenTranscript = Omit<Transcript, 'generations' | 'path'> & {
  path: Content;
  readonly generations: OpenGeneration[];
};

const NO_NOTES: readonly LineNote[] = [];

/** Takes in the records of transcripts and their lines. */
export class TranscriptFold {
  readonly transcripts: OpenTranscript[] = [];
  readonly spoken: SpokenByHook[] = [];
  readonly #byPlace = new Map<string, OpenTranscript>();

  open(at: At, data: JsonObject): void {
    const index = data.transcript as number;
    const number = data.generation as number;
    const path = data.path as unknown as Content;
    let transcript = this.#byPlace.get(`${at.run} ${index}`);
    if (transcript === undefined) {
      const role = data.role as Transcript['role'];
      const agent = data.agent === undefined ? {} : { agent: data.agent as string };
      transcript = { run: at.run, index, role, ...agent, path, generations: [] };
      this.#byPlace.set(`${at.run} ${index}`, transcript);
      this.transcripts.push(transcript);
    }
    transcript.path = path;
    const known = transcript.generations.find((one) => one.number === number);
    if (known !== undefined) known.opened.push(at);
    else
      transcript.generations.push({ number, opened: [at], first: data.line as number, again: [], lines: [] });
  }

  /** Lines that the generation has of the one before. */
  takeAgain({ run }: At, data: JsonObject): void {
    this.#generationOf(run, data)?.again.push({ from: data.line as number, to: data.lines as number });
  }

  take(at: At, data: JsonObject): void {
    const transcript = this.#byPlace.get(`${at.run} ${String(data.transcript)}`);
    const generation = this.#generationOf(at.run, data);
    if (transcript === undefined || generation === undefined) return;
    generation.lines.push(lineOf(at, data, transcript));
  }

  #generationOf(run: string, { transcript, generation }: JsonObject): OpenGeneration | undefined {
    const known = this.#byPlace.get(`${run} ${String(transcript)}`);
    return known?.generations.findLast((one) => one.number === generation);
  }

  speak(at: At, data: JsonObject): void {
    this.spoken.push({
      at,
      spooled: data.spooled === true,
      reasoning: data.reasoning as Reasoning,
      parts: data.parts as unknown as readonly RecordedPart[],
      ...(data.agent === undefined ? {} : { agent: data.agent as string }),
      ...(data.turn === undefined ? {} : { turn: data.turn as string }),
    });
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Field by field, here and below: a run has a hundred thousand lines, and spreading costs as much as all the rest. */
function lineOf({ seq, leaf, time, run }: At, data: JsonObject, transcript: Transcript): Line {
  const place = {
    transcript: data.transcript as number,
    generation: data.generation as number,
    line: data.line as number,
    offset: data.offset as number,
    bytes: data.bytes as number,
    commitment: data.commitment as string,
  };
  const line: Writable<Line> = {
    at: { seq, leaf, time, run, place },
    transcript,
    form: data.form as LineForm,
    notes: (data.notes as readonly LineNote[] | undefined) ?? NO_NOTES,
  };
  if (data.type !== undefined) line.type = data.type as string;
  if (data.id !== undefined) line.id = data.id as string;
  if (data.at !== undefined) line.clock = data.at as number;
  if (data.session !== undefined) line.session = data.session as string;
  if (data.agent !== undefined) line.agent = data.agent as string;
  if (data.copy !== undefined) line.copy = data.copy as NonNullable<Line['copy']>;
  if (data.parts !== undefined) line.exchange = exchangeOf(data, line);
  return line;
}

function exchangeOf(data: JsonObject, line: Line): Exchange {
  const exchange: Writable<Exchange> = {
    reasoning: data.reasoning as Reasoning,
    repeats: (data.repeats as number | undefined) ?? 0,
    more: (data.more as number | undefined) ?? 0,
    messages: messagesOf(data, line),
  };
  if (data.turn !== undefined) exchange.turn = data.turn as string;
  if (data.twin !== undefined) exchange.twin = data.twin as number;
  return exchange;
}

/** What a message is told by. */
type Head = Pick<Message, 'role'> & { readonly id: string | undefined; readonly origin: Origin | undefined };

/**
 * The messages of a line. A part begins another message where it names another, or another role or origin than the part
 * before it has: what a line says of itself is what its first part says.
 */
function messagesOf(data: JsonObject, line: Line): readonly Message[] {
  const parts = data.parts as unknown as readonly RecordedPart[];
  const messages: Message[] = [];
  let from = 0;
  for (let i = 1; i <= parts.length; i++) {
    if (i < parts.length && isSame(headOf(data, parts[from]), headOf(data, parts[i]))) continue;
    const own = i - from === parts.length ? parts : parts.slice(from, i);
    messages.push(messageOf(headOf(data, parts[from]), { line, index: messages.length, parts: own }));
    from = i;
  }
  return messages.length > 0 ? messages : [messageOf(headOf(data, undefined), { line, index: 0, parts })];
}

function headOf(data: JsonObject, part: RecordedPart | undefined): Head {
  const role = part?.role ?? (data.role as Role);
  return {
    role,
    id: part?.message ?? (data.message as string | undefined),
    origin: role === 'user' ? (part?.origin ?? (data.origin as Origin | undefined)) : undefined,
  };
}

function isSame(a: Head, b: Head): boolean {
  return a.id === b.id && a.role === b.role && a.origin === b.origin;
}

function messageOf(
  { id, role, origin }: Head,
  { line, index, parts }: Pick<Message, 'line' | 'index' | 'parts'>,
): Message {
  const message: Writable<Message> = { line, index, role, parts };
  if (id !== undefined) message.id = id;
  if (origin !== undefined) message.origin = origin;
  return message;
}
