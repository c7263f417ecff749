import { escapedUnit } from './canonical-string.ts';

/** A key in a line: offsets of its first byte after the opening quote and of its closing quote. */
const BACKSLASH = 0x5c;
const CLOSING_QUOTE = 0x22;

/**
 * Compares two keys that `stringEnd` accepted, from the offsets of their opening quotes: negative where `a` sorts
 * first, 0 where they are the same. The order is by UTF-16 code units (RFC 8785 §3.2.3).
 */
export function compareKeys(line: Uint8Array, a: number, b: number): number {
  let left = a + 1;
  let right = b + 1;
  while (true) {
    const x = line[left]!;
    const y = line[right]!;
    if (x === BACKSLASH || y === BACKSLASH) {
      const order = rank(line, left) - rank(line, right);
      if (order !== 0) return order;
      // The same escape in both: past its first two bytes they are equal, and \u's digits are plain bytes.
      left += 2;
      right += 2;
    } else if (x !== y) {
      return rank(line, left) - rank(line, right);
    } else if (x === CLOSING_QUOTE) {
      return 0;
    } else {
      left++;
      right++;
    }
  }
}

/**
 * A number that sorts as the UTF-16 unit begun by this byte does, −1 at the end of the key. UTF-8 sorts
 * U+E000..U+FFFF (lead EE, EF) before what lies beyond U+FFFF (lead F0 to F4); UTF-16 has it the other way round,
 * since its surrogates are D800..DFFF. Lead bytes up to ED keep their order below both.
 */
function rank(line: Uint8Array, at: number): number {
  const byte = line[at]!;
  if (byte === CLOSING_QUOTE) return -1;
  if (byte === BACKSLASH) return escapedUnit(line, at);
  return byte === 0xee || byte === 0xef ? byte + 0x10 : byte;
}
