const MINUS = 0x2d;
const ZERO = 0x30;

/** Past the number at `at` (RFC 8259 §6), or -1 where there is none. */
export function numberEnd(bytes: Buffer, start: number, end: number): number {
  let at = bytes[start] === MINUS ? start + 1 : start;
  const digits = digitsEnd(bytes, at, end);
  if (digits === at || (bytes[at] === ZERO && digits > at + 1)) return -1;
  at = digits;
  if (at < end && bytes[at] === 0x2e) {
    const fraction = digitsEnd(bytes, at + 1, end);
    if (fraction === at + 1) return -1;
    at = fraction;
  }
  if (at >= end || (bytes[at]! | 0x20) !== 0x65) return at;
  const sign = bytes[at + 1] === MINUS || bytes[at + 1] === 0x2b ? 2 : 1;
  const exponent = digitsEnd(bytes, at + sign, end);
  return exponent <= at + sign ? -1 : exponent;
}

function digitsEnd(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at]! >= ZERO && bytes[at]! <= 0x39) at++;
  return at;
}
