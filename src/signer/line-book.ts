import { sha256Hex } from '../bytes/sha256.ts';
import {
  CHAIN_AT,
  COMMITMENT_AT,
  DATA_END,
  FLAGS,
  GENERATION_AT,
  type LineRecords,
  MARK_AT,
  MARKED,
  ROW,
  SLICE,
  SLICES_END,
  TRANSCRIPT_AT,
} from '../model/line-records.ts';

const HASH_BYTES = 32;
const FIRST_LINES = 64;
/** 2 MiB of digests. What lies behind is recorded again in each generation. */
const MAX_LINES = 2 ** 16;
const NO_DIGEST = new Uint8Array(HASH_BYTES);

/** What is known of the lines of one generation of a file, by their numbers. */
export class LineBook {
  #digests = new Uint8Array(FIRST_LINES * HASH_BYTES);
  #lines = 0;
  readonly #said: (string | undefined)[] = [];

  /**
   * Puts lines in, the first of them as line `first`, by the digests of their bytes (32 a line) and what their records
   * said of them. Lines that come once more replace what was put from there on; what lies behind a hole is not taken.
   */
  put(first: number, digests: Uint8Array, said: readonly (string | undefined)[] = []): void {
    if (first > this.#lines) return;
    const count = Math.min(digests.length / HASH_BYTES, MAX_LINES - first);
    this.#reserve(first + count);
    this.#digests.set(digests.subarray(0, count * HASH_BYTES), first * HASH_BYTES);
    this.#lines = first + count;
    this.#said.length = this.#lines;
    for (let i = 0; i < count; i++) if (said[i] !== undefined) this.#said[first + i] = said[i];
  }

  /** Puts a line in of which nothing is known but its number. */
  putUnknown(line: number): void {
    this.put(line, NO_DIGEST);
  }

  /** Whether line `line` has these bytes, by their digest at `from`. */
  has(line: number, digests: Uint8Array, from: number): boolean {
    if (line >= this.#lines) return false;
    const at = line * HASH_BYTES;
    for (let i = 0; i < HASH_BYTES; i++) if (this.#digests[at + i] !== digests[from + i]) return false;
    return true;
  }

  /** What the record of a line said of it, where that was kept. */
  saidAt(line: number): string | undefined {
    return this.#said[line];
  }

  #reserve(lines: number): void {
    const bytes = lines * HASH_BYTES;
    if (bytes <= this.#digests.length) return;
    const more = new Uint8Array(Math.max(bytes, this.#digests.length * 2));
    more.set(this.#digests);
    this.#digests = more;
  }
}

/** Differs between two records of a line that say the same of it. */
const OWN = new Set(['chain', 'commitment', 'copy', 'generation', 'mark', 'transcript']);

/**
 * A digest of what a recorded line's `data` says of it: the same for two records that read it alike, at the same place.
 * Equal bytes do not make an equal reading where a line is a piece of a value that begins before it.
 */
export function saidOf(data: string): string {
  return sha256Hex(
    Buffer.from(
      JSON.stringify(JSON.parse(data, (key, value: unknown) => (OWN.has(key) ? undefined : value))),
    ),
  );
}

/** As `saidOf`, of a line whose record is not made yet: what is to be filled in is filled with zeros. */
export function saidOfRow({ data, rows, slices }: LineRecords, i: number): string {
  const row = i * ROW;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const blank = (at: number, digits: number) => bytes.fill('0', at, at + digits);
  blank(rows[row + CHAIN_AT]!, 64);
  blank(rows[row + COMMITMENT_AT]!, 64);
  if ((rows[row + FLAGS]! & MARKED) !== 0) blank(rows[row + MARK_AT]!, 32);
  const from = i === 0 ? 0 : rows[row - ROW + SLICES_END]! * SLICE;
  for (let at = from; at < rows[row + SLICES_END]! * SLICE; at += SLICE) blank(slices[at + 2]!, 64);
  const start = i === 0 ? 0 : rows[row - ROW + DATA_END]!;
  const [generation, transcript] = [rows[row + GENERATION_AT]!, rows[row + TRANSCRIPT_AT]!];
  const pieces = [
    [start, generation],
    [generation, transcript],
    [transcript, rows[row + DATA_END]!],
  ] as const;
  return saidOf(pieces.map(([first, end]) => bytes.toString('latin1', first, end)).join('0'));
}
