import { lineEnds, NEWLINE } from '../src/bytes/lines.ts';
import { digestsOf, RunningDigest } from './digest.ts';
import type { ByteSource, UnreadableWhy } from './source.ts';

/** A place between two lines: how many lines lie before it, and their bytes. */
export type Cursor = { readonly line: number; readonly offset: number };

/** Whole lines as they lie in the file, in one buffer. `ends` are offsets in `bytes`, just past each newline. */
export type LinesBlock = {
  readonly kind: 'lines';
  /** Number of the first line and its offset in the file. */
  readonly first: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  /** SHA-256 of each line, 32 bytes a line. */
  readonly digests: Uint8Array;
};

/** A line too long to hold, hashed as it went by. `length` counts its newline. */
export type OversizeBlock = {
  readonly kind: 'oversize';
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly digest: Uint8Array;
};

export type ScanBlock = LinesBlock | OversizeBlock;

/** Nothing to give yet, in the midst of a long line: a moment for other work. hostile: a line may be as long as a disk. */
export type Pause = { readonly kind: 'pause' };
const PAUSE: Pause = { kind: 'pause' };

export type ScanStep = ScanBlock | Pause;

/** What lies after the last newline: its bytes while they fit in a block, else only their running hash. */
export type Tail = { readonly held: Uint8Array } | { readonly long: RunningDigest };

/** How a scan ended. `at` is the place after the last whole line, `tail` the bytes after it, if any. */
export type ScanEnd = { readonly at: Cursor; readonly tail?: Tail; readonly fault?: UnreadableWhy };

export type ScanOptions = {
  /** Read no byte from here on. */
  readonly until?: number;
  /** The running hash of a tail longer than `maxLine` that an earlier scan left at this cursor. */
  readonly long?: RunningDigest;
  /** Bytes of a usual block (512 KiB). */
  readonly block?: number;
  /** The longest line that is given as bytes (8 MiB); longer ones are `oversize`. */
  readonly maxLine?: number;
  /** Use one buffer again and again: a block's `bytes` hold until the next step of the scan. */
  readonly reuse?: boolean;
  /** Sees every byte of a finished or oversize line in order, in pieces, before its block is given. */
  readonly onBytes?: (piece: Uint8Array) => void;
};

/** Measured: blocks from 128 KiB to 1 MiB are read equally fast; with 256 KiB the messages to the recorder cost 3 % more of all time. */
export const BLOCK = 512 * 1024;
export const MAX_LINE = 8 * 2 ** 20;
const SMALL_BLOCK = 4096;

/**
 * Reads whole lines from `from` on to the end of the source, hashing each; no step reads more than a block, or a line
 * that it gives as bytes. Memory is constant but for a line's.
 */
export function scan(
  source: ByteSource,
  from: Cursor,
  options: ScanOptions = {},
): Generator<ScanStep, ScanEnd> {
  return new Scanner(source, from, options).run();
}

class Scanner {
  readonly #source: ByteSource;
  readonly #options: ScanOptions;
  readonly #block: number;
  readonly #maxLine: number;
  readonly #until: number;
  #at: Cursor;
  /** File bytes from `#at.offset` on; the first `#held` of them are there, of which `#searched` hold no newline. */
  #buffer: Buffer;
  #held = 0;
  #searched = 0;

  constructor(source: ByteSource, from: Cursor, options: ScanOptions) {
    this.#source = source;
    this.#options = options;
    this.#block = options.block ?? BLOCK;
    this.#maxLine = options.maxLine ?? MAX_LINE;
    this.#until = options.until ?? Number.POSITIVE_INFINITY;
    this.#at = from;
    this.#buffer = options.long === undefined ? Buffer.allocUnsafeSlow(this.#usualRoom()) : Buffer.alloc(0);
  }

  *run(): Generator<ScanStep, ScanEnd> {
    if (this.#options.long !== undefined) {
      const ended = yield* this.#longLine(this.#options.long);
      if (ended !== undefined) return ended;
    }
    for (;;) {
      if (this.#held === this.#buffer.length) {
        if (this.#held >= this.#maxLine) {
          const ended = yield* this.#longLine(this.#startLong());
          if (ended !== undefined) return ended;
          continue;
        }
        this.#resize(Math.min(this.#maxLine, Math.max(this.#block, this.#held * 2)));
      }
      const read = this.#fill();
      if (typeof read === 'string' || read === 0) return this.#end(read);
      const ends = lineEnds(this.#buffer, this.#searched, this.#held);
      if (ends.length === 0) this.#searched = this.#held;
      else yield* this.#give(ends);
    }
  }

  #fill(): number | UnreadableWhy {
    const offset = this.#at.offset + this.#held;
    const length = Math.min(this.#buffer.length - this.#held, this.#until - offset);
    if (length <= 0) return 0;
    const read = this.#source.readAt({ buffer: this.#buffer, at: this.#held, length }, offset);
    if (typeof read === 'number') this.#held += read;
    return read;
  }

  *#give(ends: Uint32Array): Generator<ScanBlock> {
    const { line, offset } = this.#at;
    const length = ends[ends.length - 1] ?? 0;
    const bytes = this.#buffer.subarray(0, length);
    const digests = digestsOf(bytes, ends);
    this.#options.onBytes?.(bytes);
    this.#at = { line: line + ends.length, offset: offset + length };
    if (this.#options.reuse !== true) this.#moveOn(length);
    yield { kind: 'lines', first: line, offset, bytes, ends, digests };
    if (this.#options.reuse === true) this.#moveOn(length);
  }

  /** Keeps what lies after the lines just given, in a new buffer unless the caller lets this one be used again. */
  #moveOn(from: number): void {
    const rest = this.#buffer.subarray(from, this.#held);
    const room = Math.max(this.#usualRoom(), rest.length);
    const old = this.#buffer;
    if (this.#options.reuse !== true || room > old.length) this.#buffer = Buffer.allocUnsafeSlow(room);
    old.copy(this.#buffer, 0, from, this.#held);
    this.#held = rest.length;
    this.#searched = rest.length;
  }

  /** No more than the file still holds, so that a few appended lines don't cost a block. */
  #usualRoom(): number {
    const left = (this.#source.size ?? Number.POSITIVE_INFINITY) - this.#at.offset;
    return Math.min(this.#block, this.#maxLine, Math.max(left + 1, SMALL_BLOCK));
  }

  #resize(room: number): void {
    const buffer = Buffer.allocUnsafeSlow(room);
    this.#buffer.copy(buffer, 0, 0, this.#held);
    this.#buffer = buffer;
  }

  #startLong(): RunningDigest {
    const long = new RunningDigest();
    const bytes = this.#buffer.subarray(0, this.#held);
    long.update(bytes);
    this.#options.onBytes?.(bytes);
    return long;
  }

  /** Goes through the rest of a long line; ends the scan where the file ends first. */
  *#longLine(long: RunningDigest): Generator<ScanStep, ScanEnd | undefined> {
    this.#buffer = Buffer.allocUnsafeSlow(this.#block);
    for (;;) {
      const start = this.#at.offset + long.bytes;
      const length = Math.min(this.#block, this.#until - start);
      const read = length <= 0 ? 0 : this.#source.readAt({ buffer: this.#buffer, at: 0, length }, start);
      if (typeof read === 'string') return { at: this.#at, tail: { long }, fault: read };
      if (read === 0) return { at: this.#at, tail: { long } };
      const newline = this.#buffer.subarray(0, read).indexOf(NEWLINE);
      const piece = this.#buffer.subarray(0, newline === -1 ? read : newline + 1);
      long.update(piece);
      this.#options.onBytes?.(piece);
      if (newline === -1) {
        yield PAUSE;
        continue;
      }
      this.#held = read;
      const block = this.#longBlock(long);
      this.#moveOn(piece.length);
      this.#searched = 0;
      yield block;
      yield* this.#alreadyRead();
      return undefined;
    }
  }

  #longBlock(long: RunningDigest): OversizeBlock {
    const { line, offset } = this.#at;
    this.#at = { line: line + 1, offset: offset + long.bytes };
    return { kind: 'oversize', line, offset, length: long.bytes, digest: long.digest() };
  }

  /** Lines that came in with the end of a long one. */
  *#alreadyRead(): Generator<ScanBlock> {
    const ends = lineEnds(this.#buffer, 0, this.#held);
    if (ends.length > 0) yield* this.#give(ends);
    else this.#searched = this.#held;
  }

  #end(read: number | UnreadableWhy): ScanEnd {
    const tail = this.#held === 0 ? {} : { tail: { held: this.#buffer.subarray(0, this.#held) } };
    return { at: this.#at, ...tail, ...(typeof read === 'string' ? { fault: read } : {}) };
  }
}
