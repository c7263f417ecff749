import type { Harness } from '../../model/harness.ts';
import type { JsonObject, LogRecord } from '../../model/record.ts';
import { CallBook } from './call-book.ts';
import { ConstraintFold } from './constraint-fold.ts';
import type { CallEntry, Entry, PlainEntry, PromptEntry } from './entry.ts';
import { LineFold } from './line-fold.ts';
import { pairNameless } from './nameless.ts';
import { EntryOrder } from './order.ts';
import { type Place, placed } from './place.ts';
import { PromptPairs } from './prompt-pairs.ts';

/** A run as its opening tells of it. */
export type RunHead = {
  readonly run: string;
  readonly harness: Harness;
  readonly mode: 'record' | 'hooks';
  /** ms since 1970. */
  readonly opened: number;
};

/** Opens what has to be compared: the words of a prompt, the tool and arguments of a call. */
export type Comparing = {
  readonly promptText: (entry: PromptEntry) => string | undefined;
  readonly callKey: (entry: CallEntry, of: 'decided' | 'asked') => string | undefined;
};

/** What a Date can hold; hostile: a line's clock says anything. */
const MAX_TIME = 8.64e15;

/**
 * The rows of one run, made from its records as they come, in log order; late ones too. It keeps where each row's words
 * are, and none of them. Records must be of the shape that the schema says.
 */
export class RunFold {
  readonly order = new EntryOrder();
  readonly calls = new CallBook(this.order);
  readonly lines = new LineFold(this.order, this.calls);
  readonly constraints = new ConstraintFold();
  /** Gaps, failed hooks and what else is few: whole. */
  readonly notes: LogRecord[] = [];
  readonly children: LogRecord[] = [];
  /** Fingerprints of the findings that stand in the log. */
  readonly signed = new Set<string>();
  head: RunHead | undefined;
  records = 0;
  last = '';
  closed = false;
  gaps = 0;
  readonly #prompts = new PromptPairs();
  /** The newest time that a transcript told. */
  #told = 0;
  readonly #depths = new Map<string, number>();

  take(record: LogRecord): void {
    this.order.begin(record.seq);
    this.records++;
    this.last = record.time;
    const place = this.#place(record);
    switch (record.kind) {
      case 'transcript.line':
      case 'model.exchange':
        this.lines.take(record, place);
        break;
      case 'transcript.opened':
        this.lines.open(record);
        break;
      case 'call.decided':
        this.calls.take(record, place);
        this.#linkDecided(record);
        break;
      case 'input.observed':
        this.#prompt(record, place);
        break;
      default:
        this.#takeOther(record, place);
        break;
    }
  }

  /** A transcript's line that says nothing and was read without a fault. */
  takeSilent({
    seq,
    time,
    told,
  }: {
    readonly seq: number;
    readonly time: string;
    readonly told: number | undefined;
  }): void {
    this.order.begin(seq);
    this.records++;
    this.last = time;
    this.lines.lines++;
    this.#tell(told);
  }

  /** A line of the run that is no record any more: its row says so. */
  takeUnread(seq: number): void {
    this.order.begin(seq);
    this.records++;
    this.#push('note', { seq, sub: 0, ms: 0, agent: undefined, copy: false });
  }

  /** Joins what only its contents join, and gives the first row that is new or changed since the last time. */
  settle(comparing: Comparing): number {
    const told = this.lines.told.splice(0);
    const harness = this.head?.harness ?? 'claude-code';
    this.#prompts.pair(told, { order: this.order, harness, textOf: comparing.promptText });
    if (this.calls.lonely.decided.size > 0) pairNameless(this.calls, comparing.callKey);
    return this.order.settle();
  }

  /** Whose clock the times of rows are by. */
  get clock(): 'log' | 'harness' {
    return this.#told > 0 ? 'harness' : 'log';
  }

  /** 0 for the main agent. */
  depthOf(agent: string | undefined): number {
    return agent === undefined ? 0 : (this.#depths.get(agent) ?? 1);
  }

  #place({ seq, time, data }: LogRecord): Place {
    const { head } = this;
    // Recorded afterwards, a line has its own time, and what stands beside it has the last line's.
    this.#tell(data.at);
    const now = this.#told > 0 ? this.#told : Date.parse(time);
    const ms = head === undefined ? 0 : now - head.opened;
    return { seq, sub: 0, ms, agent: data.agent as string | undefined, copy: false };
  }

  /** hostile: a clock that leaps may not move back what comes behind it. */
  #tell(at: unknown): void {
    if (this.head?.mode === 'record' && typeof at === 'number')
      this.#told = Math.max(this.#told, Math.min(at, MAX_TIME));
  }

  #linkDecided({ seq, data }: LogRecord): void {
    const entry = data.link === undefined ? undefined : this.order.ownerOf(seq);
    if (entry?.kind === 'call') this.lines.link(entry, data);
  }

  #takeOther(record: LogRecord, place: Place): void {
    const { kind, data } = record;
    switch (kind) {
      case 'run.opened':
        this.#open(record);
        break;
      case 'constraint.held':
      case 'constraint.released':
      case 'constraint.refused':
        this.constraints.take(record);
        this.#push('constraint', place);
        break;
      case 'gap':
        this.gaps++;
        this.notes.push(record);
        this.#push('gap', place);
        break;
      case 'finding':
        this.signed.add(data.fingerprint as string);
        this.#push('finding', place);
        break;
      case 'run.child':
        this.#child(record, place);
        break;
      case 'run.ending':
      case 'run.closed':
        this.closed ||= kind === 'run.closed';
        this.#push('note', place);
        break;
      case 'hook.failed':
      case 'vault.erased':
        this.#push('note', place);
        break;
      default:
        this.calls.take(record, place);
        break;
    }
  }

  #open({ run, time, data }: LogRecord): void {
    this.head ??= {
      run: run?.id ?? '',
      harness: data.harness as Harness,
      mode: data.mode as RunHead['mode'],
      opened: Date.parse(time),
    };
  }

  #prompt({ seq, data }: LogRecord, place: Place): void {
    const origin = data.origin as 'person' | 'harness' | 'agent';
    if (data.corrects !== undefined) {
      const corrected = this.order.ownerOf(data.corrects as number);
      if (corrected?.kind !== 'prompt') return;
      corrected.origin = origin;
      this.order.own(corrected);
      this.order.touch(corrected);
      return;
    }
    const entry: PromptEntry = { ...placed(place), kind: 'prompt', origin, parts: [], hook: seq };
    this.order.push(entry);
    this.#prompts.wait(entry);
  }

  #child(record: LogRecord, place: Place): void {
    const { agent, call } = record.data as JsonObject;
    this.children.push(record);
    const parent = typeof call === 'string' ? this.calls.agentOf(call) : undefined;
    this.#depths.set(agent as string, 1 + this.depthOf(parent === agent ? undefined : parent));
    this.#push('child', { ...place, agent: parent });
  }

  #push(kind: PlainEntry['kind'], place: Place): void {
    const entry: Entry = { ...placed(place), kind };
    this.order.push(entry);
  }
}
