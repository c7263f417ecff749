import { MAX_DEPTH } from './canonical.ts';
import { packFault, unpackFault } from './canonical-fault.ts';
import { compareKeys } from './canonical-keys.ts';
import { integerEnd } from './canonical-number.ts';
import { stringEnd } from './canonical-string.ts';

/** Where bytes stop being canonical JSON, as a byte offset, and what was expected there. */
export type CanonicalFault = { readonly at: number; readonly what: string };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const TRUE = [0x74, 0x72, 0x75, 0x65] as const;
const FALSE = [0x66, 0x61, 0x6c, 0x73, 0x65] as const;
const NULL = [0x6e, 0x75, 0x6c, 0x6c] as const;

/**
 * Whether `line` is exactly one canonical JSON text as records allow it (RFC 8785, integers only): undefined, or
 * the first fault. One pass over the bytes, which allocates nothing while they are good.
 * hostile: whatever bytes of any length.
 */
export function canonicalFault(line: Uint8Array): CanonicalFault | undefined {
  const end = valueEnd(line, 0, 0);
  if (end === line.length) return undefined;
  return unpackFault(end < 0 ? end : packFault(end, 'expected the end of the text'));
}

function valueEnd(line: Uint8Array, at: number, depth: number): number {
  if (at >= line.length) return packFault(at, 'expected a value');
  switch (line[at]) {
    case QUOTE:
      return stringEnd(line, at);
    case OPEN_OBJECT:
      return objectEnd(line, at, depth + 1);
    case OPEN_LIST:
      return listEnd(line, at, depth + 1);
    case TRUE[0]:
      return wordEnd(line, at, TRUE);
    case FALSE[0]:
      return wordEnd(line, at, FALSE);
    case NULL[0]:
      return wordEnd(line, at, NULL);
    default:
      return integerEnd(line, at);
  }
}

function objectEnd(line: Uint8Array, start: number, depth: number): number {
  if (depth > MAX_DEPTH) return packFault(start, 'expected at most 100 levels');
  let at = start + 1;
  if (at < line.length && line[at] === CLOSE_OBJECT) return at + 1;
  let before = -1;
  while (true) {
    if (at >= line.length || line[at] !== QUOTE) return packFault(at, 'expected a key');
    const key = at;
    at = stringEnd(line, key);
    if (at < 0) return at;
    const order = before < 0 ? -1 : compareKeys(line, before, key);
    if (order === 0) return packFault(key, 'expected each key once');
    if (order > 0) return packFault(key, 'expected keys in the order of their UTF-16 code units');
    before = key;
    if (at >= line.length || line[at] !== COLON) return packFault(at, 'expected a colon');
    at = valueEnd(line, at + 1, depth);
    if (at < 0) return at;
    const next = at < line.length ? line[at] : 0;
    at++;
    if (next === CLOSE_OBJECT) return at;
    if (next !== COMMA) return packFault(at - 1, 'expected a comma or the end of the object');
  }
}

function listEnd(line: Uint8Array, start: number, depth: number): number {
  if (depth > MAX_DEPTH) return packFault(start, 'expected at most 100 levels');
  let at = start + 1;
  if (at < line.length && line[at] === CLOSE_LIST) return at + 1;
  while (true) {
    at = valueEnd(line, at, depth);
    if (at < 0) return at;
    const next = at < line.length ? line[at] : 0;
    at++;
    if (next === CLOSE_LIST) return at;
    if (next !== COMMA) return packFault(at - 1, 'expected a comma or the end of the list');
  }
}

function wordEnd(line: Uint8Array, at: number, word: readonly number[]): number {
  for (let i = 1; i < word.length; i++) {
    if (at + i >= line.length || line[at + i] !== word[i]) return packFault(at, 'expected a value');
  }
  return at + word.length;
}
