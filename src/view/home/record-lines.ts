import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { LogRecord } from '../../model/record.ts';
import { isSilentLine, recordIn, timeIn, toldIn } from './line-bytes.ts';
import type { LogIndex } from './log-index.ts';

const BLOCK = 1 << 20;
/** A line and its newline fit in. */
const MOST_LINE = 1 << 16;
const NEWLINE = 0x0a;
/** Records that are kept decoded: those of a screen. */
const KEPT = 4_096;

/** `silent`: a transcript's line that says nothing, which is not decoded. `unread`: what is no record. */
export type Scanned =
  | { readonly kind: 'record'; readonly record: LogRecord }
  | {
      readonly kind: 'silent';
      readonly seq: number;
      readonly time: string;
      readonly told: number | undefined;
    }
  | { readonly kind: 'unread'; readonly seq: number };

type Block = { readonly path: string; readonly from: number; readonly bytes: Buffer };

/** Reads records of a home's log by their numbers: next to each other from one block, and those asked for lately from memory. */
export class RecordLines {
  readonly #index: LogIndex;
  readonly #kept = new Map<number, LogRecord>();
  readonly #block = Buffer.allocUnsafe(BLOCK);
  #held: Block | undefined;

  constructor(index: LogIndex) {
    this.#index = index;
  }

  /** A record, undefined where its line is none. */
  record(seq: number): LogRecord | undefined {
    const known = this.#kept.get(seq);
    if (known !== undefined) return known;
    const line = this.line(seq, MOST_LINE);
    const record = line === undefined ? undefined : recordIn(line);
    if (record === undefined || record.seq !== seq) return undefined;
    if (this.#kept.size >= KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(seq, record);
    return record;
  }

  /** Records in their order, read ahead and not kept. */
  *records(seqs: Iterable<number>): Generator<Scanned> {
    for (const seq of seqs) {
      const line = this.line(seq, BLOCK);
      if (line !== undefined && isSilentLine(line))
        yield { kind: 'silent', seq, time: timeIn(line), told: toldIn(line) };
      else {
        const record = line === undefined ? undefined : recordIn(line);
        yield record?.seq === seq ? { kind: 'record', record } : { kind: 'unread', seq };
      }
    }
  }

  /** A line's bytes without its newline, valid until the next one is asked for; `ahead` bytes are read where it is not at hand. */
  line(seq: number, ahead: number): Buffer | undefined {
    const place = this.#index.placeOf(seq);
    if (place === undefined) return undefined;
    const { path, from, to } = place;
    const block = this.#covering(path, from, to) ?? this.#read(path, from, ahead);
    if (block === undefined) return undefined;
    const start = from - block.from;
    const end = block.bytes.indexOf(NEWLINE, start);
    return end < 0 ? undefined : block.bytes.subarray(start, end);
  }

  /** The records that are known are those of another log. */
  forget(): void {
    this.#kept.clear();
    this.#held = undefined;
  }

  #covering(path: string, from: number, to: number): Block | undefined {
    const held = this.#held;
    if (held === undefined || held.path !== path || from < held.from) return undefined;
    return to <= held.from + held.bytes.length ? held : undefined;
  }

  #read(path: string, from: number, ahead: number): Block | undefined {
    let fd: number;
    try {
      fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    } catch {
      return undefined;
    }
    try {
      const got = readSync(fd, this.#block, 0, Math.min(ahead, BLOCK), from);
      this.#held = { path, from, bytes: this.#block.subarray(0, got) };
      return this.#held;
    } finally {
      closeSync(fd);
    }
  }
}
