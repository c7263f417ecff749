import { packFault } from './canonical-fault.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** 1 for each byte that stands for itself in a string: ASCII but controls, the quote and the backslash. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);
/** `\b \t \n \f \r`: these controls have a short escape, so the `\u00xx` form of them is not canonical. */
const SHORT_CONTROLS = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

/**
 * Reads the canonical string whose opening quote is at `start`; gives the offset after its closing quote or a
 * packed fault (RFC 8785 §3.2.2.2, UTF-8 of RFC 3629).
 */
export function stringEnd(line: Uint8Array, start: number): number {
  const { length } = line;
  let at = start + 1;
  while (at < length) {
    // Most bytes are plain: this loop is the hot path of verifying a log.
    while (at < length && PLAIN[line[at]!] === 1) at++;
    if (at === length) break;
    const byte = line[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at = escapeEnd(line, at);
    else if (byte >= 0x80) at = runeEnd(line, at);
    else return packFault(at, 'expected control characters escaped');
    if (at < 0) return at;
  }
  return packFault(length, 'expected a closing quote');
}

function runeEnd(line: Uint8Array, at: number): number {
  const lead = line[at]!;
  const second = line[at + 1] ?? 0;
  let size = 0;
  if (lead >= 0xc2 && lead <= 0xdf && isTail(second)) size = 2;
  else if (lead >= 0xe0 && lead <= 0xef) size = isSecondOfThree(lead, second) && isTail(line[at + 2]) ? 3 : 0;
  else if (lead >= 0xf0 && lead <= 0xf4 && isSecondOfFour(lead, second)) {
    size = isTail(line[at + 2]) && isTail(line[at + 3]) ? 4 : 0;
  }
  return size === 0 ? packFault(at, 'expected valid UTF-8') : at + size;
}

function isTail(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}

/** E0 must not be overlong, ED must not be a surrogate. */
function isSecondOfThree(lead: number, byte: number): boolean {
  return byte >= (lead === 0xe0 ? 0xa0 : 0x80) && byte <= (lead === 0xed ? 0x9f : 0xbf);
}

/** F0 must not be overlong, F4 not beyond U+10FFFF. */
function isSecondOfFour(lead: number, byte: number): boolean {
  return byte >= (lead === 0xf0 ? 0x90 : 0x80) && byte <= (lead === 0xf4 ? 0x8f : 0xbf);
}

function escapeEnd(line: Uint8Array, at: number): number {
  if (line[at + 1] === LETTER_U) {
    const unit = escapedUnit(line, at);
    if (unit >= 0 && unit < 0x20 && !SHORT_CONTROLS.has(unit)) return at + 6;
  } else if (escapedUnit(line, at) >= 0) return at + 2;
  return packFault(at, 'expected the shortest escape and no other');
}

/** The character that the escape at `at` stands for: below 0x80, or −1 where it is no escape records may have. */
export function escapedUnit(line: Uint8Array, at: number): number {
  switch (line[at + 1]) {
    case QUOTE:
      return QUOTE;
    case BACKSLASH:
      return BACKSLASH;
    case 0x62:
      return 0x08;
    case 0x74:
      return 0x09;
    case 0x6e:
      return 0x0a;
    case 0x66:
      return 0x0c;
    case 0x72:
      return 0x0d;
    case LETTER_U:
      return line[at + 2] === 0x30 && line[at + 3] === 0x30 ? hexPair(line, at + 4) : -1;
    default:
      return -1;
  }
}

function hexPair(line: Uint8Array, at: number): number {
  const high = line[at];
  const low = line[at + 1] ?? 0;
  if (high !== 0x30 && high !== 0x31) return -1;
  const tens = (high - 0x30) * 16;
  if (low >= 0x30 && low <= 0x39) return tens + low - 0x30;
  return low >= 0x61 && low <= 0x66 ? tens + low - 0x57 : -1;
}
