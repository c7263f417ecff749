import { packFault } from './canonical-fault.ts';

const MINUS = 0x2d;
const ZERO = 0x30;

/** Reads the integer that starts at `start`; gives the offset after it or a packed fault. */
export function integerEnd(line: Uint8Array, start: number): number {
  const first = line[start] === MINUS ? start + 1 : start;
  let at = first;
  let value = 0;
  // Past 2^53 the sum rounds, but it never rounds back below the limit, and 17 digits are always beyond it.
  while (at < line.length && at - first <= 16) {
    const digit = line[at]! - ZERO;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    at++;
  }
  if (at === first) return packFault(at, 'expected a value');
  if (line[first] === ZERO && (at > first + 1 || first > start)) {
    return packFault(start, 'expected an integer without leading zeros or -0');
  }
  if (value > Number.MAX_SAFE_INTEGER) return packFault(start, 'expected an integer within ±(2^53−1)');
  return isFraction(at < line.length ? line[at]! : 0)
    ? packFault(at, 'expected an integer, without fraction or exponent')
    : at;
}

function isFraction(byte: number): boolean {
  return byte === 0x2e || byte === 0x65 || byte === 0x45;
}
