import type { Harness } from '../../model/harness.ts';
import type { Committed, JsonObject, LogRecord } from '../../model/record.ts';
import type { RunSummary } from '../api.ts';
import { callsIn, toldIn } from './line-bytes.ts';

type Taken = {
  readonly seq: number;
  readonly kind: string;
  readonly time: string;
  readonly bytes: Buffer;
  readonly record: LogRecord | undefined;
};

/** What the list of runs shows of one, counted as its records come. */
export class RunInfo {
  readonly id: string;
  /** Its number in the index, from 1. */
  readonly number: number;
  first = -1;
  last = -1;
  lastKind = '';
  lastTime = '';
  records = 0;
  told = 0;
  decided = 0;
  denied = 0;
  held = 0;
  gaps = 0;
  closed = false;
  /** The harness's clock on its first and last lines, ms since 1970. */
  toldFrom = Number.POSITIVE_INFINITY;
  toldTo = 0;
  opened: LogRecord | undefined;
  /** The record that holds the first prompt, and the first directory. */
  prompt: number | undefined;
  cwd: Committed | undefined;
  readonly waiting = new Set<string>();

  constructor(id: string, number: number) {
    this.id = id;
    this.number = number;
  }

  take({ seq, kind, time, bytes, record }: Taken): void {
    if (this.first < 0) this.first = seq;
    this.last = seq;
    this.lastKind = kind;
    this.lastTime = time;
    this.records++;
    const told = record === undefined ? toldIn(bytes) : undefined;
    if (told !== undefined) {
      this.toldFrom = Math.min(this.toldFrom, told);
      this.toldTo = Math.max(this.toldTo, told);
    }
    if (kind === 'model.exchange') {
      this.told += callsIn(bytes);
      if (this.prompt === undefined && bytes.includes('"origin":"prompt"')) this.prompt = seq;
    } else if (record !== undefined) this.#takeRecord(record);
  }

  #takeRecord({ kind, seq, data }: LogRecord): void {
    switch (kind) {
      case 'run.opened':
        this.opened = { ...EMPTY, seq, kind, data, time: this.lastTime };
        break;
      case 'run.closed':
        this.closed = true;
        this.waiting.clear();
        break;
      case 'input.observed':
        if (data.origin === 'person') this.#hookPrompt ??= seq;
        break;
      case 'call.decided':
        this.decided++;
        if (data.verdict === 'deny') this.denied++;
        this.cwd ??= data.cwd as unknown as Committed | undefined;
        break;
      case 'approval.requested':
        this.held++;
        this.waiting.add(data.approval as string);
        break;
      case 'approval.answered':
      case 'approval.cancelled':
        this.waiting.delete(data.approval as string);
        break;
      case 'gap':
        this.gaps++;
        break;
      default:
        break;
    }
  }

  #hookPrompt: number | undefined;

  /** The record of the first prompt: a hook's before a transcript's. */
  get firstPrompt(): number | undefined {
    return this.#hookPrompt ?? this.prompt;
  }

  /** As the list shows it, but for what others know of it. undefined where its opening cannot be read. */
  summary(): Omit<RunSummary, 'live' | 'integrity'> | undefined {
    if (this.opened === undefined) return undefined;
    const { data, time } = this.opened;
    const from = data.from as JsonObject | undefined;
    return {
      run: this.id,
      harness: data.harness as Harness,
      session: String(data.session),
      part: data.part as number,
      mode: data.mode as RunSummary['mode'],
      opened: time,
      last: this.lastTime,
      records: this.records,
      calls: Math.max(this.told, this.decided),
      decided: this.decided,
      held: this.held,
      waiting: this.waiting.size,
      denied: this.denied,
      gaps: this.gaps,
      ...(this.toldTo === 0
        ? {}
        : { told: { from: new Date(this.toldFrom).toISOString(), to: new Date(this.toldTo).toISOString() } }),
      ...(from === undefined ? {} : { from: from as NonNullable<RunSummary['from']> }),
    };
  }
}

const EMPTY = { v: 2, prev: '', source: 'signer' } as const;
