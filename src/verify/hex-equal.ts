const DIGITS = '0123456789abcdef';

/** Whether `text` is `bytes` in lower-case hex; saves making a string for each comparison. */
export function isHexOf(text: string, bytes: Uint8Array): boolean {
  if (text.length !== 2 * bytes.length) return false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (text.charCodeAt(2 * i) !== DIGITS.charCodeAt(byte >> 4)) return false;
    if (text.charCodeAt(2 * i + 1) !== DIGITS.charCodeAt(byte & 15)) return false;
  }
  return true;
}
