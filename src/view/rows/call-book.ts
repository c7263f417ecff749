import type { CallPart, ResultPart } from '../../analyze/timeline/transcript.ts';
import type { ToolClass } from '../../model/harness.ts';
import type { Outcome } from '../../model/reading.ts';
import type { LogRecord } from '../../model/record.ts';
import type { VerdictWord } from '../../model/verdict.ts';
import { ApprovalFold } from './approval-fold.ts';
import type { CallEntry, Entry } from './entry.ts';
import type { EntryOrder } from './order.ts';
import type { Place } from './place.ts';

/** The calls of a run, each once: what the gate decided, what a transcript asks for, what became of it. */
export class CallBook {
  readonly approvals = new ApprovalFold();
  /** Calls that a transcript tells of without an id of the harness: those can only be compared by what they hold. */
  nameless = 0;
  told = 0;
  decided = 0;
  readonly #order: EntryOrder;
  readonly #byId = new Map<string, CallEntry[]>();
  /** Completions of one of several equal calls, until it is known of which. */
  readonly #among = new Map<number, LogRecord>();
  /** Decided, and in no transcript yet; asked for, and not decided. */
  readonly lonely: { decided: Set<CallEntry>; asked: Set<CallEntry> } = {
    decided: new Set(),
    asked: new Set(),
  };

  constructor(order: EntryOrder) {
    this.#order = order;
  }

  take(record: LogRecord, place: Place): void {
    switch (record.kind) {
      case 'call.decided':
        this.#decide(record, place);
        break;
      case 'call.completed':
        this.#complete(record, place);
        break;
      case 'call.paired':
        this.#pair(record);
        break;
      default:
        this.#approve(record);
        break;
    }
  }

  /** A transcript asks for a call. Gives its entry, undefined where it was told of before. */
  ask(part: CallPart, place: Place): CallEntry | undefined {
    const known = part.call === undefined ? undefined : this.#byId.get(part.call);
    const asked = { seq: place.seq, part: place.sub };
    if (place.copy) return this.#add(newCall(part.tool, place, { asked, basis: part.link.basis }));
    this.told++;
    const waiting = known?.find((one) => one.asked === undefined);
    const open = known?.find((one) => one.asked !== undefined && one.results.length === 0);
    if (waiting === undefined && open !== undefined) {
      // Written down once more (as it is made, then with its result) it is one call.
      this.told--;
      this.#order.own(open);
      return undefined;
    }
    const entry = waiting ?? this.#add(newCall(part.tool, place, { id: part.call }));
    entry.asked = asked;
    entry.basis = part.link.basis;
    if (waiting === undefined) this.lonely.asked.add(entry);
    else this.#tie(waiting, place.seq);
    this.lonely.decided.delete(entry);
    if (part.call === undefined) this.nameless++;
    return entry;
  }

  /** A transcript says what became of a call. */
  answer(part: ResultPart, place: Place): void {
    const known = part.call === undefined ? undefined : this.#byId.get(part.call);
    const entry = known?.findLast((one) => one.asked !== undefined) ?? known?.at(-1);
    if (entry === undefined || place.copy) return;
    entry.results.push({ seq: place.seq, part: place.sub });
    if (part.outcome !== 'unknown' || entry.outcome === undefined) entry.outcome = part.outcome;
    this.#tie(entry, place.seq);
  }

  /** The subagent that made a call. */
  agentOf(call: string): string | undefined {
    return this.#byId.get(call)?.at(-1)?.agent;
  }

  /** One call was shown as two: the later is shown by the earlier from now on. */
  merge(decided: CallEntry, asked: CallEntry): void {
    const [into, from] = decided.seq <= asked.seq ? [decided, asked] : [asked, decided];
    into.id ??= from.id;
    into.tool = decided.tool;
    into.asked = asked.asked;
    into.decided = decided.decided;
    into.verdict = decided.verdict;
    into.basis = asked.basis;
    into.outcome = asked.outcome ?? decided.outcome;
    into.completed ??= from.completed;
    into.provisional ||= from.provisional;
    into.said.push(...from.said);
    into.results.push(...from.results);
    into.completions.push(...from.completions);
    into.approvals.push(...from.approvals);
    into.records.push(...from.records);
    into.records.sort((a, b) => a - b);
    for (const one of [decided, asked]) {
      this.lonely.decided.delete(one);
      this.lonely.asked.delete(one);
    }
    const same = from.id === undefined ? undefined : this.#byId.get(from.id);
    if (same !== undefined) same.splice(same.indexOf(from), 1, ...(same.includes(into) ? [] : [into]));
    this.#order.absorb(from, into);
  }

  #decide({ seq, data }: LogRecord, place: Place): void {
    this.decided++;
    const id = data.call as string | undefined;
    const known = id === undefined ? undefined : this.#byId.get(id);
    const waiting = known?.find((one) => one.decided === undefined);
    const entry = waiting ?? this.#add(newCall(data.tool as ToolClass, place, { id }));
    entry.decided = seq;
    entry.tool = data.tool as ToolClass;
    entry.verdict = data.verdict as VerdictWord;
    if (waiting === undefined) this.lonely.decided.add(entry);
    else this.#tie(waiting, seq);
    this.lonely.asked.delete(entry);
  }

  #complete(record: LogRecord, place: Place): void {
    const { data, seq } = record;
    if (data.among !== undefined) {
      this.#among.set(seq, record);
      return;
    }
    const known = data.call === undefined ? undefined : this.#byId.get(data.call as string)?.at(-1);
    const decided = this.#callOf(data.decided);
    const stray = () => this.#add(newCall((data.tool as ToolClass | undefined) ?? 'Other', place, {}));
    this.#completeCall(decided ?? known ?? stray(), record);
  }

  #completeCall(entry: CallEntry, { seq, data }: LogRecord): void {
    const provisional = data.provisional === true;
    entry.completions.push(seq);
    if (entry.completed === undefined || entry.provisional || !provisional) {
      entry.completed = seq;
      entry.provisional = provisional;
      if (entry.results.length === 0) entry.outcome = data.outcome as Outcome;
    }
    this.#tie(entry, seq);
  }

  #pair({ data, seq }: LogRecord): void {
    const entry = this.#callOf(data.decided);
    if (entry === undefined) return;
    this.#tie(entry, seq);
    const completion = this.#among.get(data.completed as number);
    if (completion !== undefined) this.#completeCall(entry, completion);
    const id = data.call as string | undefined;
    const asked =
      id === undefined
        ? undefined
        : this.#byId.get(id)?.find((one) => one.decided === undefined && one !== entry);
    if (asked !== undefined && entry.asked === undefined) this.merge(entry, asked);
    else if (id !== undefined && entry.id === undefined) this.#name(entry, id);
  }

  #approve(record: LogRecord): void {
    const entry = this.approvals.take(record, (seq) => this.#callOf(seq));
    if (entry !== undefined) this.#tie(entry, record.seq);
  }

  #callOf(seq: unknown): CallEntry | undefined {
    const owner: Entry | undefined = typeof seq === 'number' ? this.#order.ownerOf(seq) : undefined;
    return owner?.kind === 'call' ? owner : undefined;
  }

  #add(entry: CallEntry): CallEntry {
    this.#order.push(entry);
    entry.records.push(entry.seq);
    if (entry.id !== undefined) this.#name(entry, entry.id);
    return entry;
  }

  #name(entry: CallEntry, id: string): void {
    entry.id = id;
    const same = this.#byId.get(id);
    if (same === undefined) this.#byId.set(id, [entry]);
    else same.push(entry);
  }

  #tie(entry: CallEntry, seq: number): void {
    if (entry.records.at(-1) !== seq) entry.records.push(seq);
    this.#order.own(entry);
    this.#order.touch(entry);
  }
}

type Known = Partial<Pick<CallEntry, 'id' | 'asked' | 'basis'>>;

/** Field by field, as a run has tens of thousands of them. */
function newCall(
  tool: ToolClass,
  { seq, sub, ms, agent, copy }: Place,
  { id, asked, basis }: Known,
): CallEntry {
  return {
    kind: 'call',
    seq,
    sub,
    ms,
    agent,
    copy,
    into: undefined,
    id,
    tool,
    asked,
    decided: undefined,
    verdict: undefined,
    basis: basis ?? 'none',
    said: [],
    results: [],
    completions: [],
    completed: undefined,
    provisional: false,
    approvals: [],
    records: [],
    outcome: undefined,
  };
}
