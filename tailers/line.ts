import { isUtf8 } from 'node:buffer';
import type { Range } from '../src/bytes/json-index.ts';
import { JsonTape } from '../src/bytes/json-tape.ts';
import { JsonObjectView, rootOf } from '../src/bytes/json-view.ts';
import type { LineForm, LineNote } from '../src/model/reading.ts';

/** A foreign JSON object where it lies. hostile: its fields are read one by one. */
export type ForeignObject = JsonObjectView;

/** One physical line, decoded once: how it could be read, and its object where there is one. */
export type ParsedLine = {
  readonly form: LineForm;
  readonly notes: readonly LineNote[];
  readonly object?: ForeignObject;
  /** The object's raw bytes within `bytes`. */
  readonly range: Range;
  /** The physical line, newline included. */
  readonly bytes: Buffer;
};

/** An object that nests deeper than this, or has more members, is not interpreted; the widest captured line has 31. */
export const MAX_DEPTH = 1_001;
export const MAX_MEMBERS = 10_000;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** How often, and over how many bytes in all, a line that does not parse is tried again from a later `{"`. */
const MAX_SALVAGE_TRIES = 64;
const MAX_SALVAGE_BYTES = 16 * 1024 * 1024;

/**
 * Decodes one physical line (with its newline, if it has one). hostile: whatever bytes at all; never throws.
 * A BOM, CRLF, NUL padding and invalid UTF-8 are noted and read past; they stay in the bytes that were hashed.
 * With a tape given, the object is good until the tape's next line.
 */
export function parseLine(line: Uint8Array, tape = new JsonTape()): ParsedLine {
  const bytes = line instanceof Buffer ? line : Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  const notes: LineNote[] = [];
  let end = bytes.length;
  if (end > 0 && bytes[end - 1] === NEWLINE) end--;
  if (end > 0 && bytes[end - 1] === RETURN) {
    end--;
    notes.push('crlf');
  }
  let start = 0;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    start = 3;
    notes.push('bom');
  }
  const inner = withoutNuls(bytes, start, end);
  if (inner.start === inner.end) {
    return { form: end > start ? 'nul' : 'blank', notes, range: inner, bytes };
  }
  return parseRange(bytes, inner, { notes, padded: inner.start !== start || inner.end !== end, tape });
}

type Found = { readonly notes: LineNote[]; readonly padded: boolean; readonly tape: JsonTape };

function parseRange(bytes: Buffer, range: Range, { notes, padded, tape }: Found): ParsedLine {
  const { start, end } = range;
  const found = tape.read(bytes, start, end);
  const wide = found === 'json' ? tape.wide : true;
  if (wide && !isUtf8(bytes.subarray(start, end))) notes.push('invalid_utf8');
  if (found === 'too_many') return { form: 'deep', notes, range, bytes };
  if (found === 'json') {
    if (tape.surrogates && hasLoneSurrogate(bytes.toString('utf8', start, end))) notes.push('lone_surrogate');
    const object = asObject(rootOf(tape));
    if (object === undefined) return { form: 'value', notes, range, bytes };
    return { form: padded ? 'padded' : 'json', notes, object, range, bytes };
  }
  if (bytes.toString('utf8', start, end).trim() === '') return { form: 'blank', notes, range, bytes };
  const salvaged = salvage(bytes, range, tape);
  if (salvaged === undefined) return { form: 'unparsed', notes, range, bytes };
  return { form: 'spliced', notes, object: salvaged.object, range: salvaged.range, bytes };
}

function withoutNuls(bytes: Buffer, from: number, to: number): Range {
  let start = from;
  let end = to;
  while (start < end && bytes[start] === 0) start++;
  while (end > start && bytes[end - 1] === 0) end--;
  return { start, end };
}

export function asObject(value: unknown): ForeignObject | undefined {
  return value instanceof JsonObjectView ? value : undefined;
}

/**
 * The longest suffix that is one whole object: a killed writer leaves a stub, and the next append starts on the
 * same line (claude-code 52387). Bounded, so that hostile text costs no more than a few readings of it.
 */
function salvage(
  bytes: Buffer,
  range: Range,
  tape: JsonTape,
): { object: ForeignObject; range: Range } | undefined {
  let budget = MAX_SALVAGE_BYTES;
  let at = range.start;
  for (let tries = 0; tries < MAX_SALVAGE_TRIES; tries++) {
    at = bytes.indexOf('{"', at + 1);
    if (at < 0 || at >= range.end) return undefined;
    budget -= range.end - at;
    if (budget < 0) return undefined;
    const object = tape.read(bytes, at, range.end) === 'json' ? asObject(rootOf(tape)) : undefined;
    if (object !== undefined) return { object, range: { start: at, end: range.end } };
  }
  return undefined;
}

/** Whether the JSON text has an escaped surrogate without its other half: valid JSON that is no valid Unicode. */
export function hasLoneSurrogate(text: string): boolean {
  let at = text.indexOf('\\u');
  while (at >= 0) {
    if (!isEscaped(text, at)) {
      const unit = Number.parseInt(text.slice(at + 2, at + 6), 16);
      if (unit >= 0xdc00 && unit <= 0xdfff) return true;
      if (unit >= 0xd800 && unit <= 0xdbff) {
        const low =
          text.slice(at + 6, at + 8) === '\\u' ? Number.parseInt(text.slice(at + 8, at + 12), 16) : 0;
        if (low < 0xdc00 || low > 0xdfff) return true;
        at += 6;
      }
      at += 6;
    } else {
      at += 2;
    }
    at = text.indexOf('\\u', at);
  }
  return false;
}

/** Whether the backslash at `at` is itself escaped. */
function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
  return slashes % 2 === 1;
}
