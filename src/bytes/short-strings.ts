const SIZE = 512;

/**
 * Strings made of ASCII bytes, kept to be given again: a harness writes the same words on every line, and finding one
 * takes a third of the time of making it (Node 20). Bounded: each new one takes another one's place.
 */
export class ShortStrings {
  readonly #kept = new Array<string>(SIZE).fill('');

  /** The string of the ASCII bytes from `start` to `end`. */
  get(bytes: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length === 0) return '';
    const middle = bytes[start + (length >> 1)]!;
    const slot = (length * 37 + bytes[start]! * 5 + middle * 11 + bytes[end - 1]! * 17) & (SIZE - 1);
    const kept = this.#kept[slot]!;
    if (kept.length === length && isThere(kept, bytes, start)) return kept;
    const text = bytes.toString('latin1', start, end);
    this.#kept[slot] = text;
    return text;
  }
}

function isThere(text: string, bytes: Buffer, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}
