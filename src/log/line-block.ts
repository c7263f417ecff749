import { TracekitError } from '../model/error.ts';
import { MAX_RECORD_BYTES, type RecordKind } from '../model/record.ts';

/** More than an envelope can have around its `data`, with 16 digits in each number. */
export const ENVELOPE_BYTES = 400;
const FIRST_BYTES = 64 * 1024;

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
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
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

  /** Adds a draft whose `data` is `text`, which is ASCII. Throws `record_too_long`. */
  add(kind: RecordKind, text: string): void {
    const { length } = text;
    if (length + ENVELOPE_BYTES > MAX_RECORD_BYTES) {
      const what = `draft of ${kind}: expected at most ${MAX_RECORD_BYTES} bytes with its envelope, found up to ${length + ENVELOPE_BYTES}`;
      throw new TracekitError('record_too_long', what);
    }
    if (this.#used + length > this.#bytes.length) {
      const more = Buffer.allocUnsafe(this.#bytes.length * 2);
      this.#bytes.copy(more, 0, 0, this.#used);
      this.#bytes = more;
    }
    this.#used += this.#bytes.write(text, this.#used, 'latin1');
    this.kinds.push(kind);
    this.ends.push(this.#used);
  }
}
