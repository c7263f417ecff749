import { chainStart, equalBytes, RunningDigest } from './chain.ts';
import { type Cursor, type LinesBlock, type ScanBlock, scan } from './scan.ts';
import type { ByteSource, UnreadableWhy } from './source.ts';

const MAX_MARKS = 2 ** 18;

/**
 * Remembers 32 bits of the chain after every `stride`-th line, to tell the first line that was changed.
 * At 262,144 marks every other one is dropped: the memory is at most 1 MiB, the place then exact to `stride` lines.
 */
export class Marks {
  stride = 1;
  #marks = new Uint32Array(1024);
  #count = 0;

  /** To be called for every line, in order, from line 0 on. */
  add(line: number, chain: Uint8Array, at: number): void {
    if (line !== this.#count * this.stride) return;
    if (this.#count === MAX_MARKS) {
      for (let i = 0; i < MAX_MARKS / 2; i++) this.#marks[i] = this.#marks[2 * i] ?? 0;
      this.#count = MAX_MARKS / 2;
      this.stride *= 2;
      if (line % this.stride !== 0) return;
    }
    if (this.#count === this.#marks.length) {
      const more = new Uint32Array(this.#count * 2);
      more.set(this.#marks);
      this.#marks = more;
    }
    this.#marks[this.#count++] = word(chain, at);
  }

  /** Whether the chain after this line is another than it was; undefined where the line has no mark. */
  differs(line: number, chain: Uint8Array, at: number): boolean | undefined {
    const index = line / this.stride;
    if (!Number.isInteger(index) || index >= this.#count) return undefined;
    return this.#marks[index] !== word(chain, at);
  }

  /** Counts a block's lines in. */
  addBlock(block: ScanBlock): void {
    if (block.kind === 'oversize') this.add(block.line, block.chain, 0);
    else for (let i = 0; i < block.ends.length; i++) this.add(block.first + i, block.chain, 32 * i);
  }
}

function word(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)) >>>
    0
  );
}

/** What was read of a file before: whole lines up to the cursor, then `tail` bytes with that digest. */
export type Known = {
  readonly cursor: Cursor;
  readonly marks: Marks;
  readonly tail?: { readonly bytes: number; readonly digest: Uint8Array };
  /** Bytes of a block (see `ScanOptions`). */
  readonly block?: number;
};

/** A place in a file: the number of a line and the offset of its first byte. */
export type Place = { readonly line: number; readonly offset: number };

/**
 * The file now against what was read of it. `at` is the first line that is not as it was; where `exact` is false
 * it is one of the next `stride` lines.
 */
export type Comparison =
  | { readonly kind: 'same' }
  | { readonly kind: 'differs' | 'shorter'; readonly at: Place; readonly exact: boolean }
  | { readonly kind: 'unreadable'; readonly why: UnreadableWhy };

/** Reads again what is known, block by block (one a step). */
export function* comparePrefix(source: ByteSource, known: Known): Generator<void, Comparison> {
  const { cursor, block } = known;
  const options = { until: cursor.offset, reuse: true, ...(block === undefined ? {} : { block }) };
  const lines = scan(source, { line: 0, offset: 0, chain: chainStart() }, options);
  let good: Place = { line: 0, offset: 0 };
  const exact = known.marks.stride === 1;
  for (;;) {
    const step = lines.next();
    if (step.done === true) {
      const { at, fault, tail } = step.value;
      if (fault !== undefined) return { kind: 'unreadable', why: fault };
      if (at.offset < known.cursor.offset) {
        const shorter = endOf(tail) + at.offset < known.cursor.offset;
        return { kind: shorter ? 'shorter' : 'differs', at: exact ? at : good, exact };
      }
      const same = at.line === known.cursor.line && equalBytes(at.chain, known.cursor.chain);
      return same ? compareTail(source, known) : { kind: 'differs', at: good, exact: false };
    }
    const checked = checkBlock(step.value, known.marks, good);
    if (checked.differs) return { kind: 'differs', at: checked.good, exact };
    good = checked.good;
    yield;
  }
}

function endOf(tail: { held: Uint8Array } | { long: RunningDigest } | undefined): number {
  if (tail === undefined) return 0;
  return 'held' in tail ? tail.held.length : tail.long.bytes;
}

type Checked = { readonly differs: boolean; readonly good: Place };

/** `good` is the place after the last line whose mark is as it was. */
function checkBlock(block: ScanBlock, marks: Marks, good: Place): Checked {
  if (block.kind === 'lines') return checkLines(block, marks, good);
  const differs = marks.differs(block.line, block.chain, 0);
  if (differs === true) return { differs, good };
  const next = { line: block.line + 1, offset: block.offset + block.length };
  return { differs: false, good: differs === false ? next : good };
}

function checkLines(block: LinesBlock, marks: Marks, before: Place): Checked {
  let good = before;
  for (let i = 0; i < block.ends.length; i++) {
    const differs = marks.differs(block.first + i, block.chain, 32 * i);
    if (differs === true) return { differs, good };
    if (differs === false) good = { line: block.first + i + 1, offset: block.offset + (block.ends[i] ?? 0) };
  }
  return { differs: false, good };
}

/** The partial last line, by its digest. */
export function compareTail(source: ByteSource, known: Known): Comparison {
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
  }
  const same = equalBytes(digest.digest(), known.tail.digest);
  return same ? { kind: 'same' } : { kind: 'differs', at, exact: true };
}
