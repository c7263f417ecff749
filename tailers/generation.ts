import { randomFillSync } from 'node:crypto';
import { DIGEST_BYTES, equalBytes, RunningDigest } from './digest.ts';
import { type Cursor, type ScanBlock, scan } from './scan.ts';
import type { ByteSource, UnreadableWhy } from './source.ts';

/** Few, and grown as it fills: 1,000 files are followed at once. */
const FIRST_MARKS = 16;
const MAX_MARKS = 2 ** 18;

/**
 * Remembers 32 bits of what was read after every `stride`-th line, to tell the first line that was changed.
 * At 262,144 marks every other one is dropped: the memory is at most 1 MiB, the place then exact to `stride` lines.
 */
export class Marks {
  stride = 1;
  #marks = new Uint32Array(FIRST_MARKS);
  #count = 0;
  #folded = 0;
  readonly #key: Uint32Array;

  /** `key`: 8 random words, so that nobody can make a line whose mark is that of another. */
  constructor(key: Uint32Array = randomFillSync(new Uint32Array(8))) {
    this.#key = key;
  }

  /** To be called for every line, in order, from line 0 on; `mark` stands for all lines up to this one. */
  add(line: number, mark: number): void {
    if (line !== this.#count * this.stride) return;
    if (this.#count === MAX_MARKS) {
      for (let i = 0; i < MAX_MARKS / 2; i++) this.#marks[i] = this.#marks[2 * i]!;
      this.#count = MAX_MARKS / 2;
      this.stride *= 2;
      if (line % this.stride !== 0) return;
    }
    if (this.#count === this.#marks.length) {
      const more = new Uint32Array(this.#count * 2);
      more.set(this.#marks);
      this.#marks = more;
    }
    this.#marks[this.#count++] = mark;
  }

  /** Whether the mark of this line is another than it was; undefined where the line has none. */
  differs(line: number, mark: number): boolean | undefined {
    const index = line / this.stride;
    if (!Number.isInteger(index) || index >= this.#count) return undefined;
    return this.#marks[index] !== mark;
  }

  /** Counts a block's lines in. */
  addBlock(block: ScanBlock): void {
    const first = block.kind === 'lines' ? block.first : block.line;
    const digests = digestsIn(block);
    for (let at = 0; at < digests.length; at += DIGEST_BYTES) {
      this.#folded = this.folded(this.#folded, digests, at);
      this.add(first + at / DIGEST_BYTES, this.#folded);
    }
  }

  /**
   * Takes the digest at `at` into 32 bits over all digests before: a changed line changes every mark after it, whatever
   * the stride. They only tell the place; whether anything changed is decided by SHA-256 over all digests.
   */
  folded(before: number, digests: Uint8Array, at: number): number {
    let sum = Math.imul(before, 0x9e3779b1);
    for (let i = 0; i < 4; i++) {
      const from = at + 4 * i;
      const word =
        (digests[from]! << 24) | (digests[from + 1]! << 16) | (digests[from + 2]! << 8) | digests[from + 3]!;
      sum += Math.imul(word ^ this.#key[i]!, this.#key[i + 4]! | 1);
    }
    return sum >>> 0;
  }
}

/** The digests of a block's lines, side by side. */
export function digestsIn(block: ScanBlock): Uint8Array {
  return block.kind === 'lines' ? block.digests : block.digest;
}

/** What was read of a file before: whole lines up to the cursor, then `tail` bytes with that digest. */
export type Known = {
  readonly cursor: Cursor;
  /** SHA-256 over the digests of those lines. */
  readonly digest: Uint8Array;
  readonly marks: Marks;
  readonly tail?: { readonly bytes: number; readonly digest: Uint8Array };
  /** Bytes of a block (see `ScanOptions`). */
  readonly block?: number;
};

/** A place in a file: the number of a line and the offset of its first byte. */
export type Place = Cursor;

/**
 * The file now against what was read of it. `at` is the first line that is not as it was; where `exact` is false
 * it is one of the next `stride` lines. `whole` runs over the digests of the lines that were read again.
 */
export type Comparison =
  | { readonly kind: 'same'; readonly whole?: RunningDigest }
  | { readonly kind: 'differs' | 'shorter'; readonly at: Place; readonly exact: boolean }
  | { readonly kind: 'unreadable'; readonly why: UnreadableWhy };

/** Reads again what is known, block by block (one a step), or a piece of a long line. */
export function* comparePrefix(source: ByteSource, known: Known): Generator<void, Comparison> {
  const { cursor, block } = known;
  const options = { until: cursor.offset, reuse: true, ...(block === undefined ? {} : { block }) };
  const lines = scan(source, { line: 0, offset: 0 }, options);
  const again = new Again(known.marks);
  const exact = known.marks.stride === 1;
  for (;;) {
    const step = lines.next();
    if (step.done === true) {
      const { at, fault, tail } = step.value;
      if (fault !== undefined) return { kind: 'unreadable', why: fault };
      if (at.offset < cursor.offset) {
        const shorter = endOf(tail) + at.offset < cursor.offset;
        return { kind: shorter ? 'shorter' : 'differs', at: exact ? at : again.good, exact };
      }
      const { whole, good } = again;
      const same = at.line === cursor.line && equalBytes(whole.digest(), known.digest);
      if (!same) return { kind: 'differs', at: good, exact: false };
      const found = yield* compareTail(source, known);
      return found.kind === 'same' ? { kind: 'same', whole } : found;
    }
    if (step.value.kind !== 'pause' && again.differs(step.value))
      return { kind: 'differs', at: again.good, exact };
    yield;
  }
}

function endOf(tail: { held: Uint8Array } | { long: RunningDigest } | undefined): number {
  if (tail === undefined) return 0;
  return 'held' in tail ? tail.held.length : tail.long.bytes;
}

/** Lines that are read again, against the marks of the first time. */
class Again {
  readonly whole = new RunningDigest();
  /** The place after the last line whose mark is as it was. */
  good: Place = { line: 0, offset: 0 };
  readonly #marks: Marks;
  #folded = 0;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  /** Whether a line of the block is not as it was. */
  differs(block: ScanBlock): boolean {
    const digests = digestsIn(block);
    this.whole.update(digests);
    for (let at = 0; at < digests.length; at += DIGEST_BYTES) {
      this.#folded = this.#marks.folded(this.#folded, digests, at);
      const next = placeAfter(block, at / DIGEST_BYTES);
      const differs = this.#marks.differs(next.line - 1, this.#folded);
      if (differs === true) return true;
      if (differs === false) this.good = next;
    }
    return false;
  }
}

function placeAfter(block: ScanBlock, i: number): Place {
  if (block.kind === 'oversize') return { line: block.line + 1, offset: block.offset + block.length };
  return { line: block.first + i + 1, offset: block.offset + block.ends[i]! };
}

/** The partial last line, by its digest, a piece a step. */
export function* compareTail(source: ByteSource, known: Known): Generator<void, Comparison> {
  if (known.tail === undefined) return { kind: 'same' };
  const { line, offset } = known.cursor;
  const at = { line, offset };
  const digest = new RunningDigest();
  const buffer = Buffer.allocUnsafeSlow(Math.min(known.tail.bytes, 2 ** 20));
  while (digest.bytes < known.tail.bytes) {
    const length = Math.min(buffer.length, known.tail.bytes - digest.bytes);
    const read = source.readAt({ buffer, at: 0, length }, offset + digest.bytes);
    if (typeof read === 'string') return { kind: 'unreadable', why: read };
    if (read === 0) return { kind: 'shorter', at, exact: true };
    digest.update(buffer.subarray(0, read));
    if (digest.bytes < known.tail.bytes) yield;
  }
  const same = equalBytes(digest.digest(), known.tail.digest);
  return same ? { kind: 'same' } : { kind: 'differs', at, exact: true };
}
