import type { Pieces } from './source.ts';

const NEWLINE = 0x0a;

/** A line without its newline, and its first byte's offset. `long`: more than `max` bytes, of which these are the first. */
export type Line = {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly end: 'newline' | 'long' | 'nothing';
};

export type LineOptions = {
  /** The offset of the first byte of `pieces`. */
  readonly from: number;
  /** Lines that begin here or later are not read; endless unless stated. */
  readonly to?: number;
  /** The first piece begins inside a line, or with the newline before one: skip to the line after it. */
  readonly skip?: boolean;
  /** What is longer is cut, so that a hostile file without newlines takes no memory. */
  readonly max: number;
  readonly onLine: (line: Line) => void;
};

/** Splits bytes into lines; resolves when all were handed to `onLine`. Bytes are valid during the call only. */
export async function splitLines(pieces: Pieces, options: LineOptions): Promise<void> {
  const splitter = new LineSplitter(options);
  for await (const piece of pieces) if (!splitter.feed(piece)) return;
  splitter.end();
}

class LineSplitter {
  readonly #options: LineOptions;
  #skipping: boolean;
  /** The line at hand as far as earlier pieces had it: the first `#held` bytes; it doubles as it grows. */
  #rest = new Uint8Array(0);
  #held = 0;
  /** Offset of the first byte of `#rest`, or of the next piece where there is none. */
  #offset: number;
  /** Bytes of the line at hand that were dropped since it is too long. */
  #dropped = 0;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#offset = options.from;
    this.#skipping = options.skip === true;
  }

  /** Takes a piece; false when no further line is wanted. */
  feed(piece: Uint8Array): boolean {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
      if (!this.#take(piece.subarray(start, end))) return false;
      start = end + 1;
    }
    return this.#keep(piece.subarray(start));
  }

  end(): void {
    if (this.#skipping || (this.#held === 0 && this.#dropped === 0)) return;
    if (this.#offset >= (this.#options.to ?? Number.POSITIVE_INFINITY)) return;
    const long = this.#dropped > 0 || this.#held > this.#options.max;
    const bytes = this.#rest.subarray(0, this.#held);
    this.#options.onLine({ bytes, offset: this.#offset, end: long ? 'long' : 'nothing' });
  }

  #take(tail: Uint8Array): boolean {
    const whole = this.#held === 0 ? tail : this.#joined(tail);
    const length = whole.length + this.#dropped;
    if (!this.#skipping) {
      if (this.#offset >= (this.#options.to ?? Number.POSITIVE_INFINITY)) return false;
      const end = length > this.#options.max ? 'long' : 'newline';
      this.#options.onLine({ bytes: whole, offset: this.#offset, end });
    }
    this.#skipping = false;
    this.#offset += length + 1;
    this.#held = 0;
    this.#dropped = 0;
    return true;
  }

  #keep(tail: Uint8Array): boolean {
    if (this.#skipping || this.#held > this.#options.max) this.#dropped += tail.length;
    else if (tail.length > 0) this.#joined(tail);
    return this.#skipping || this.#offset < (this.#options.to ?? Number.POSITIVE_INFINITY);
  }

  /** Adds to what is held; gives all of it, valid until the next call. */
  #joined(tail: Uint8Array): Uint8Array {
    const length = this.#held + tail.length;
    if (length > this.#rest.length) {
      const grown = new Uint8Array(Math.max(length, 2 * this.#rest.length));
      grown.set(this.#rest.subarray(0, this.#held));
      this.#rest = grown;
    }
    this.#rest.set(tail, this.#held);
    this.#held = length;
    return this.#rest.subarray(0, length);
  }
}
