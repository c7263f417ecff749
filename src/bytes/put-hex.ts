/** Writes the bytes that hex digits stand for. For digits of our own making: anything else becomes some byte. */
export function putHex(digits: string, into: Uint8Array, at: number): void {
  for (let i = 0; i < digits.length; i += 2) {
    into[at + (i >> 1)] = (unit(digits.charCodeAt(i)) << 4) | unit(digits.charCodeAt(i + 1));
  }
}

/** The 32 bits that the eight hex digits at `at` stand for. */
export function word(digits: string, at: number): number {
  let value = 0;
  for (let i = at; i < at + 8; i++) value = (value << 4) | unit(digits.charCodeAt(i));
  return value >>> 0;
}

function unit(code: number): number {
  return code < 0x40 ? code & 15 : (code & 7) + 9;
}
