import type { Range } from '../../src/bytes/json-index.ts';
import { JsonTape } from '../../src/bytes/json-tape.ts';
import { type JsonValue, rootOf } from '../../src/bytes/json-view.ts';

/**
 * A physical line of a JSON value that was written with one member or element a line (`JSON.stringify(value, null, 2)`).
 * `indent` counts the spaces before it. `open` begins an object or list, `close` ends one, `leaf` is a whole value.
 */
export type Piece =
  | { readonly kind: 'open'; readonly indent: number; readonly key?: string }
  | { readonly kind: 'close'; readonly indent: number }
  | {
      readonly kind: 'leaf';
      readonly indent: number;
      readonly key?: string;
      readonly value: JsonValue;
      readonly range: Range;
    };

const SPACE = 0x20;
const COMMA = 0x2c;
const COLON = 0x3a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENINGS: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSINGS: ReadonlySet<number> = new Set([0x7d, 0x5d]);
/** A key of any shape that Gemini writes is shorter. */
const MAX_KEY = 200;

/** The piece that the line is, or undefined where it is none. A leaf's value is good until the tape's next line. */
export function pieceOf(line: Buffer, tape: JsonTape): Piece | undefined {
  const end = endOf(line);
  let at = 0;
  while (at < end && line[at] === SPACE) at++;
  const indent = at;
  if (at === end) return undefined;
  if (at + 1 === end && CLOSINGS.has(line[at]!)) return { kind: 'close', indent };
  const named = keyAt(line, at, end);
  const key = named === undefined ? {} : { key: named.key };
  at = named?.value ?? at;
  if (at + 1 === end && OPENINGS.has(line[at]!)) return { kind: 'open', indent, ...key };
  if (tape.read(line, at, end) !== 'json') return undefined;
  return { kind: 'leaf', indent, ...key, value: rootOf(tape), range: { start: at, end } };
}

/** The string members of the outermost object, by the first lines of its file. */
export function rootFields(head: readonly Uint8Array[]): Readonly<Record<string, string | undefined>> {
  const tape = new JsonTape();
  const fields = new Map<string, string>();
  let unit: number | undefined;
  for (const line of head.slice(1)) {
    const piece = pieceOf(Buffer.from(line), tape);
    unit ??= piece?.indent;
    if (piece?.kind !== 'leaf' || piece.indent !== unit || piece.key === undefined) continue;
    if (typeof piece.value === 'string') fields.set(piece.key, piece.value);
  }
  return Object.fromEntries(fields);
}

/** Where the line's value ends: before a comma, white space and line ends. */
function endOf(line: Buffer): number {
  let end = line.length;
  while (end > 0 && line[end - 1]! <= SPACE) end--;
  if (line[end - 1] === COMMA) end--;
  while (end > 0 && line[end - 1] === SPACE) end--;
  return end;
}

/** The key before a colon, and where its value begins. */
function keyAt(line: Buffer, start: number, end: number): { key: string; value: number } | undefined {
  if (line[start] !== QUOTE) return undefined;
  let close = start + 1;
  while (close < end && line[close] !== QUOTE) close += line[close] === BACKSLASH ? 2 : 1;
  let at = close + 1;
  while (at < end && line[at] === SPACE) at++;
  if (at >= end || line[at] !== COLON || close - start > MAX_KEY) return undefined;
  at++;
  while (at < end && line[at] === SPACE) at++;
  return { key: line.toString('utf8', start + 1, close), value: at };
}
