import { MAX_RECORD_BYTES } from '../src/model/record.ts';

const FIRST_BYTES = 64 * 1024;
/** Digits of 2^53. */
const MAX_DIGITS = 16;
const ZERO = 0x30;
const BILLION = 1e9;

/**
 * Puts ASCII text together byte by byte: for the short texts of a record that takes half the time of strings that
 * are joined, flattened and copied (Node 20).
 */
export class AsciiWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #used = 0;

  /** Bytes written so far. */
  get used(): number {
    return this.#used;
  }

  /** Adds ASCII text of our own. */
  put(text: string): void {
    const { length } = text;
    const bytes = this.#room(length);
    let at = this.#used;
    for (let i = 0; i < length; i++) bytes[at++] = text.charCodeAt(i);
    this.#used = at;
  }

  /** Adds text that needs no escape within a JSON string. hostile: anything else throws `RangeError`. */
  plain(text: string): void {
    const { length } = text;
    if (length > MAX_RECORD_BYTES) throw notPlain(text);
    const bytes = this.#room(length);
    let at = this.#used;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) throw notPlain(text);
      bytes[at++] = unit;
    }
    this.#used = at;
  }

  /** Adds an integer from 0 in decimal, or throws `RangeError`. */
  count(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`expected an integer from 0, found ${value}`);
    this.#room(MAX_DIGITS);
    if (value < BILLION) {
      this.#digits(value, digitsOf(value));
      return;
    }
    const high = Math.floor(value / BILLION);
    this.#digits(high, digitsOf(high));
    this.#digits(value - high * BILLION, 9);
  }

  /** Leaves so many bytes open, for somebody else to fill in. */
  skip(length: number): void {
    this.#room(length);
    this.#used += length;
  }

  /** Gives what was written, in a buffer of its own, and begins anew. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#used);
    this.#used = 0;
    return taken;
  }

  /** `value` is below 2^31, so that the divisions are those of integers. */
  #digits(value: number, digits: number): void {
    const bytes = this.#bytes;
    let rest = value | 0;
    for (let at = this.#used + digits - 1; at >= this.#used; at--) {
      const next = (rest / 10) | 0;
      bytes[at] = ZERO + rest - next * 10;
      rest = next;
    }
    this.#used += digits;
  }

  #room(length: number): Uint8Array {
    const needed = this.#used + length;
    if (needed > this.#bytes.length) {
      const more = new Uint8Array(Math.max(this.#bytes.length * 2, needed));
      more.set(this.#bytes);
      this.#bytes = more;
    }
    return this.#bytes;
  }
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits++;
  return digits;
}

function notPlain(text: string): RangeError {
  return new RangeError(`expected plain ASCII, found ${JSON.stringify(text.slice(0, 60))}`);
}
