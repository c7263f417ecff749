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
  #rest: Uint8Array = new Uint8Array(0);
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
    if (this.#skipping || (this.#rest.length === 0 && this.#dropped === 0)) return;
    if (this.#offset >= (this.#options.to ?? Number.POSITIVE_INFINITY)) return;
    const long = this.#dropped > 0 || this.#rest.length > this.#options.max;
    this.#options.onLine({ bytes: this.#rest, offset: this.#offset, end: long ? 'long' : 'nothing' });
  }

  #take(tail: Uint8Array): boolean {
    const whole = this.#rest.length === 0 ? tail : joined(this.#rest, tail);
    const length = whole.length + this.#dropped;
    if (!this.#skipping) {
      if (this.#offset >= (this.#options.to ?? Number.POSITIVE_INFINITY)) return false;
      const end = length > this.#options.max ? 'long' : 'newline';
      this.#options.onLine({ bytes: whole, offset: this.#offset, end });
    }
    this.#skipping = false;
    this.#offset += length + 1;
    this.#rest = new Uint8Array(0);
    this.#dropped = 0;
    return true;
  }

  #keep(tail: Uint8Array): boolean {
    if (this.#skipping) {
      this.#dropped += tail.length;
    } else if (this.#rest.length > this.#options.max) {
      this.#dropped += tail.length;
    } else if (tail.length > 0) {
      this.#rest = this.#rest.length === 0 ? tail.slice() : joined(this.#rest, tail);
    }
    return this.#skipping || this.#offset < (this.#options.to ?? Number.POSITIVE_INFINITY);
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
