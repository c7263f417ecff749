import { TracekitError } from '../model/error.ts';
import { MAX_RECORD_BYTES, type RecordKind } from '../model/record.ts';

/** More than an envelope can have around its `data`, with 16 digits in each number. */
export const ENVELOPE_BYTES = 400;
/** Up to so many bytes a loop copies faster than a call (Node 20). */
const FEW = 32;

/**
 * Drafts of one run whose data is canonical JSON already, side by side as bytes: what waits for its batch then leaves
 * the garbage collector nothing to copy. Whoever writes the data answers for its shape (see `schema.ts`).
 */
export class LineBlock {
  readonly run: string;
  readonly source: string;
  readonly kinds: RecordKind[] = [];
  /** Where each data ends in `bytes`. */
  readonly ends: number[] = [];
  #bytes = Buffer.alloc(0);
  #used = 0;

  constructor(run: string, source: string) {
    this.run = run;
    this.source = source;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** At most this many bytes make the lines of all of them, with their newlines. */
  get room(): number {
    return this.#used + this.ends.length * ENVELOPE_BYTES;
  }

  /** Makes room for so many bytes more, at once rather than bit by bit. */
  reserve(length: number): void {
    const needed = this.#used + length;
    if (needed <= this.#bytes.length) return;
    const more = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(more, 0, 0, this.#used);
    this.#bytes = more;
  }

  /** Begins a draft whose `data` has at most `length` bytes. Throws `record_too_long`. */
  begin(kind: RecordKind, length: number): void {
    if (length + ENVELOPE_BYTES > MAX_RECORD_BYTES) {
      const what = `draft of ${kind}: expected at most ${MAX_RECORD_BYTES} bytes with its envelope, found up to ${length + ENVELOPE_BYTES}`;
      throw new TracekitError('record_too_long', what);
    }
    this.reserve(length);
    this.kinds.push(kind);
  }

  /** Adds the bytes from `start` to `end` to the data of the draft that was begun. */
  copy(from: Uint8Array, start: number, end: number): void {
    const bytes = this.#bytes;
    let at = this.#used;
    this.#used += end - start;
    if (end - start > FEW) bytes.set(new Uint8Array(from.buffer, from.byteOffset + start, end - start), at);
    else for (let i = start; i < end; i++) bytes[at++] = from[i]!;
  }

  /** Ends the draft; gives its data, which stays where it lies until the next draft is begun. */
  end(): Buffer {
    const start = this.ends.at(-1) ?? 0;
    this.ends.push(this.#used);
    return this.#bytes.subarray(start, this.#used);
  }
}
