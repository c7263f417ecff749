/** A joined event has no more physical lines, nor bytes, than this. */
const MAX_LINES = 64;
const MAX_BYTES = 8 * 1024 * 1024;

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const ESCAPED_NEWLINE = Buffer.from('\\n');
const ESCAPED_RETURN = Buffer.from('\\r');

/** Physical lines put together, with each line break between them escaped. */
export type Joined = {
  readonly bytes: Buffer;
  /** Where the last physical line begins in `bytes`. */
  readonly lastAt: number;
  readonly lines: readonly number[];
};

/**
 * Puts an event together that was written with raw line breaks inside of a string (copilot-cli 2649): every physical
 * line but the last ends within a string, and the last ends with the event. Each byte is looked at once, whatever the
 * lines hold, since whether a string is open is carried on from line to line.
 */
export class Joiner {
  #pieces: Buffer[] = [];
  #lines: number[] = [];
  #bytes = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** Lets go of what was begun: behind a line that is an event of its own, it is a stub. */
  clear(): void {
    this.#pieces = [];
    this.#lines = [];
    this.#bytes = 0;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
  }

  /** Adds a line that is no event; gives the whole where this line ends one. The line's bytes are copied. */
  add(line: Buffer, number: number): Joined | undefined {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== number - 1) this.clear();
    const begins = this.#lines.length === 0;
    if (begins && !beginsObject(line)) return undefined;
    const broken = line.at(-1) === NEWLINE;
    const returned = broken && line.at(-2) === RETURN;
    const text = line.subarray(
      begins && hasBom(line) ? 3 : 0,
      line.length - Number(broken) - Number(returned),
    );
    if (this.#lines.length === MAX_LINES || this.#bytes + text.length > MAX_BYTES) {
      this.clear();
      return undefined;
    }
    const end = this.#scan(text);
    if (end === 'open') {
      this.#push(Buffer.from(text), number);
      if (returned) this.#glue(ESCAPED_RETURN);
      this.#glue(ESCAPED_NEWLINE);
      return undefined;
    }
    const joined = end === 'whole' && !begins ? this.#join(text, number) : undefined;
    this.clear();
    return joined;
  }

  #push(piece: Buffer, number: number): void {
    this.#glue(piece);
    this.#lines.push(number);
  }

  #glue(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  #join(last: Buffer, number: number): Joined {
    const lastAt = this.#bytes;
    this.#push(last, number);
    return { bytes: Buffer.concat(this.#pieces), lastAt, lines: this.#lines };
  }

  /** `open`: the line ends within a string. `whole`: it ends the object. `broken`: neither. */
  #scan(text: Buffer): 'open' | 'whole' | 'broken' {
    let at = 0;
    for (; at < text.length; at++) {
      const byte = text[at]!;
      if (this.#inString) this.#inText(byte);
      else if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN) this.#depth++;
      else if (byte === CLOSE && --this.#depth <= 0) break;
    }
    if (at < text.length) return text.toString('latin1', at + 1).trim() === '' ? 'whole' : 'broken';
    return this.#inString && !this.#escaped ? 'open' : 'broken';
  }

  #inText(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }
}

function hasBom(line: Buffer): boolean {
  return line.subarray(0, 3).equals(BOM);
}

function beginsObject(line: Buffer): boolean {
  const at = hasBom(line) ? 3 : 0;
  return line[at] === OPEN && line[at + 1] === QUOTE;
}
