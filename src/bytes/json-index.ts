/**
 * Where the members of an object lie in a JSON text, by byte; what lies deeper is skipped, not recursed into. The text
 * must have been accepted by `JSON.parse`.
 */

/** A value's raw bytes: from `start` to `end` (exclusive) in the buffer that was scanned. */
export type Range = { readonly start: number; readonly end: number };

/** The members of an object. As in `JSON.parse`, a key given twice has its last value. */
export type Members = {
  readonly ranges: ReadonlyMap<string, Range>;
  readonly duplicate: boolean;
};

/** Deeper nesting than this is not walked: `undefined` comes back instead. */
const MAX_DEPTH = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Within so many bytes a loop finds the end of a string sooner than a call of `indexOf` does (100 ns, Node 20). */
const NEAR = 64;

/**
 * The members of the object at `range`; `undefined` where there is no object, or one nested beyond 1,000 levels.
 * Keys with escapes are decoded.
 */
export function membersAt(bytes: Buffer, range: Range): Members | undefined {
  let at = skipSpace(bytes, range.start);
  if (bytes[at] !== 0x7b) return undefined;
  const ranges = new Map<string, Range>();
  let duplicate = false;
  at = skipSpace(bytes, at + 1);
  while (bytes[at] === QUOTE) {
    const keyEnd = stringEnd(bytes, at);
    const key = keyText(bytes, at, keyEnd);
    const start = skipSpace(bytes, skipSpace(bytes, keyEnd) + 1);
    const end = valueEnd(bytes, start);
    if (end === undefined || end > range.end) return undefined;
    if (ranges.has(key)) duplicate = true;
    ranges.set(key, { start, end });
    at = skipSpace(bytes, end);
    if (bytes[at] !== 0x2c) break;
    at = skipSpace(bytes, at + 1);
  }
  return { ranges, duplicate };
}

function keyText(bytes: Buffer, start: number, end: number): string {
  const raw = bytes.toString('utf8', start + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at++;
  }
}

/** Past the closing quote of the string that opens at `start`. A quote behind an odd run of backslashes is text. */
function stringEnd(bytes: Buffer, start: number): number {
  const near = Math.min(bytes.length, start + NEAR);
  let at = start + 1;
  for (; at < near; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
  }
  let quote = at - 1;
  for (;;) {
    quote = bytes.indexOf(QUOTE, quote + 1);
    if (quote < 0) return bytes.length;
    let slashes = 0;
    while (bytes[quote - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
}

function valueEnd(bytes: Buffer, start: number): number | undefined {
  const first = bytes[start];
  if (first === QUOTE) return stringEnd(bytes, start);
  if (first === 0x7b || first === 0x5b) return containerEnd(bytes, start);
  let at = start;
  while (at < bytes.length && !endsScalar(bytes[at]!)) at++;
  return at === start ? undefined : at;
}

function endsScalar(byte: number): boolean {
  return byte === 0x2c || byte === 0x7d || byte === 0x5d || byte <= 0x20;
}

function containerEnd(bytes: Buffer, start: number): number | undefined {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      at = stringEnd(bytes, at);
      continue;
    }
    if (byte === 0x7b || byte === 0x5b) {
      if (++depth > MAX_DEPTH) return undefined;
    } else if (byte === 0x7d || byte === 0x5d) {
      if (--depth === 0) return at + 1;
    }
    at++;
  }
  return undefined;
}
