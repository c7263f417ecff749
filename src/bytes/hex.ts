const UNITS: readonly number[] = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Bytes that are turned into text at once. */
const STEP = 1024;

/**
 * Lower-case hex, two digits a byte. Made in one go: V8 keeps a text that grows digit by digit as a tree of 870 bytes for
 * a hash of 32, which adds up where an analysis holds 100,000 of them.
 */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += STEP) {
    const count = Math.min(STEP, bytes.length - from);
    const units = new Array<number>(2 * count);
    for (let i = 0; i < count; i++) {
      const byte = bytes[from + i]!;
      units[2 * i] = UNITS[byte >> 4]!;
      units[2 * i + 1] = UNITS[byte & 15]!;
    }
    text += String.fromCharCode(...units);
  }
  return text;
}

/** Whether `text` is the lower-case hex of `bytes`; it makes no string, since a verifier asks it of each record. */
export function isHexOf(text: string, bytes: Uint8Array): boolean {
  if (text.length !== bytes.length * 2) return false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (text.charCodeAt(2 * i) !== UNITS[byte >> 4] || text.charCodeAt(2 * i + 1) !== UNITS[byte & 15])
      return false;
  }
  return true;
}

/** The bytes that lower-case hex stands for; undefined where it is anything else. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = digit(text.charCodeAt(2 * i));
    const low = digit(text.charCodeAt(2 * i + 1));
    if (high < 0 || low < 0) return undefined;
    bytes[i] = high * 16 + low;
  }
  return bytes;
}

/** Whether `text` has lower-case hex digits only. */
export function isHex(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (digit(text.charCodeAt(i)) < 0) return false;
  return true;
}

function digit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  return unit >= 0x61 && unit <= 0x66 ? unit - 0x57 : -1;
}
