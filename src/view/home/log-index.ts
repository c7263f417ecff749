import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { listSegments, readSegment, type Segment } from '../../log/segments.ts';
import type { JsonObject, LogRecord } from '../../model/record.ts';
import { Column } from './column.ts';
import { kindOf, recordIn, runIdIn, timeIn } from './line-bytes.ts';
import { RunInfo } from './run-info.ts';

/** After so many lines others get their turn. */
const YIELD_EACH = 8_192;

type Read = { readonly segment: Segment; readonly inode: number; offset: number };

/** What a refresh saw. `reset`: the log is another one, or lost records: everything known of it is void. */
export type Growth = {
  readonly runs: ReadonlySet<string>;
  readonly reset: boolean;
  readonly erased: boolean;
};

/**
 * Where each record of a home's log lies and which run it is of, kept up as the log grows: 8 bytes a record. It opens no
 * content, and reads of most lines only their ends. hostile: every byte; a line that is no record is of no run.
 */
export class LogIndex {
  readonly #folder: string;
  #segments: Read[] = [];
  #offsets = new Column();
  #runOf = new Column();
  #byNumber: RunInfo[] = [];
  runs = new Map<string, RunInfo>();
  /** The records that name the log's keys, in order. */
  keys: number[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** How many records there are. */
  get size(): number {
    return this.#offsets.length;
  }

  /** Reads what is new. One call at a time. */
  async refresh(): Promise<Growth> {
    const reset = this.#isReplaced();
    if (reset) this.#forget();
    const changed = new Set<string>();
    let erased = false;
    for (;;) {
      const current = this.#current();
      if (current === undefined) return { runs: changed, reset, erased };
      let seq = this.size;
      for (const { bytes, offset, whole } of readSegment(current.segment.path, current.offset)) {
        if (!whole) break;
        current.offset = offset + bytes.length + 1;
        const run = this.#take(bytes, offset);
        if (run !== undefined) changed.add(run.id);
        erased ||= run?.lastKind === 'vault.erased';
        if (++seq % YIELD_EACH === 0) await setImmediate();
      }
      if (!this.#hasNext()) return { runs: changed, reset, erased };
    }
  }

  /** The file of a record's line, its first byte, and the byte behind it where that is known. */
  placeOf(seq: number): { readonly path: string; readonly from: number; readonly to: number } | undefined {
    if (seq < 0 || seq >= this.size) return undefined;
    const at = this.#segments.findLastIndex(({ segment }) => segment.first <= seq);
    const held = this.#segments[at]!;
    const next = this.#segments[at + 1]?.segment.first ?? this.size;
    const to = seq + 1 < next ? this.#offsets.get(seq + 1) : held.offset;
    return { path: held.segment.path, from: this.#offsets.get(seq), to };
  }

  /** The numbers of a run's records from `from` on, in order. */
  *recordsOf(run: string, from = 0): Generator<number> {
    const info = this.runs.get(run);
    if (info === undefined) return;
    for (let seq = Math.max(from, info.first); seq <= info.last; seq++)
      if (this.#runOf.get(seq) === info.number) yield seq;
  }

  runOf(seq: number): string | undefined {
    const number = seq >= 0 && seq < this.size ? this.#runOf.get(seq) : 0;
    return number === 0 ? undefined : this.#byNumber[number - 1]?.id;
  }

  #take(bytes: Buffer, offset: number): RunInfo | undefined {
    const seq = this.size;
    this.#offsets.push(offset);
    const kind = kindOf(bytes);
    const id = runIdIn(bytes);
    const record = kind === 'transcript.line' || kind === 'model.exchange' ? undefined : recordIn(bytes);
    if (kind === 'log.opened' || kind === 'key.rotated') this.keys.push(seq);
    const run = id ?? aboutRun(record);
    if (run === undefined) {
      this.#runOf.push(0);
      return undefined;
    }
    const info = this.#infoOf(run);
    this.#runOf.push(info.number);
    info.take({ seq, kind, time: timeIn(bytes), bytes, record });
    return info;
  }

  #infoOf(id: string): RunInfo {
    const known = this.runs.get(id);
    if (known !== undefined) return known;
    const made = new RunInfo(id, this.#byNumber.length + 1);
    this.#byNumber.push(made);
    this.runs.set(id, made);
    return made;
  }

  /** The segment that is being read; the next one where that is read to its end. */
  #current(): Read | undefined {
    const last = this.#segments.at(-1);
    const all = listSegments(this.#folder);
    if (last === undefined) {
      const first = all.find((one) => one.first === 0);
      return first === undefined ? undefined : this.#open(first);
    }
    const next = all.find(({ first }) => first === this.size && first > last.segment.first);
    return next === undefined ? last : this.#open(next);
  }

  #hasNext(): boolean {
    const last = this.#segments.at(-1);
    return (
      last !== undefined &&
      listSegments(this.#folder).some(({ first }) => first === this.size && first > last.segment.first)
    );
  }

  #open(segment: Segment): Read {
    const inode = statSync(segment.path, { throwIfNoEntry: false })?.ino ?? 0;
    const read = { segment, inode, offset: 0 };
    this.#segments.push(read);
    return read;
  }

  #isReplaced(): boolean {
    return this.#segments.some(({ segment, inode, offset }, i) => {
      // Older segments are never written again; whether one was is verify's question.
      if (i < this.#segments.length - 1 && i > 0) return false;
      const found = statSync(segment.path, { throwIfNoEntry: false });
      return found === undefined || found.ino !== inode || found.size < offset;
    });
  }

  #forget(): void {
    this.#segments = [];
    this.#offsets = new Column();
    this.#runOf = new Column();
    this.#byNumber = [];
    this.runs = new Map();
    this.keys = [];
  }
}

/** What is about a closed run but comes later names it in its data. */
function aboutRun(record: LogRecord | undefined): string | undefined {
  const run = (record?.data as JsonObject | undefined)?.run;
  return record?.run === undefined && typeof run === 'string' ? run : undefined;
}
