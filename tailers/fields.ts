import type { Range } from '../src/bytes/json-index.ts';
import { JsonListView, type JsonValue } from '../src/bytes/json-view.ts';
import { isSafeId } from '../src/model/harness.ts';
import type { Slice } from '../src/model/reading.ts';
import { asObject, type ForeignObject } from './line.ts';

const ZERO = 0x30;
/** Of each month, in a year that is no leap year. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const TIME_SIGNS = '"0000-00-00T00:00:00.000Z"';

/** Reading single fields of foreign objects: each gives the value or undefined, and never throws. */

export function stringField(object: ForeignObject | undefined, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === 'string' ? value : undefined;
}

export function objectField(object: ForeignObject | undefined, key: string): ForeignObject | undefined {
  return asObject(own(object, key));
}

export function listField(object: ForeignObject | undefined, key: string): JsonListView | undefined {
  const value = own(object, key);
  return value instanceof JsonListView ? value : undefined;
}

/** An id that may stand in clear in the log; see `isSafeId`. */
export function idField(object: ForeignObject | undefined, key: string): string | undefined {
  const value = own(object, key);
  return isSafeId(value) ? value : undefined;
}

/** An ISO 8601 time as milliseconds since 1970; undefined where it is none, or before 1970. */
export function timeField(object: ForeignObject | undefined, key: string): number | undefined {
  const range = object?.rangeOf(key);
  if (object === undefined || range === undefined) return undefined;
  const time = utcTime(object.tape.bytes, range);
  if (time !== undefined) return time;
  const value = own(object, key);
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const parsed = Date.parse(value);
  return Number.isSafeInteger(parsed) && parsed >= 0 ? parsed : undefined;
}

/**
 * The time of `"YYYY-MM-DDThh:mm:ss.mmmZ"`, as all harnesses write it, read where it lies: a fifth of the time of making
 * a string for `Date.parse` (Node 20).
 */
function utcTime(bytes: Uint8Array, { start, end }: Range): number | undefined {
  if (end - start !== TIME_SIGNS.length) return undefined;
  for (let i = 0; i < TIME_SIGNS.length; i++) {
    const byte = bytes[start + i]!;
    const sign = TIME_SIGNS.charCodeAt(i);
    if (sign === ZERO ? byte < ZERO || byte > 0x39 : byte !== sign) return undefined;
  }
  const month = digits(bytes, start + 6, start + 8);
  const day = digits(bytes, start + 9, start + 11);
  const hour = digits(bytes, start + 12, start + 14);
  const minute = digits(bytes, start + 15, start + 17);
  const second = digits(bytes, start + 18, start + 20);
  // February 29 and midnight as 24:00 are left to `Date.parse`.
  if (month < 1 || month > 12 || day < 1 || day > DAYS[month - 1]! || hour > 23 || minute > 59 || second > 59)
    return undefined;
  const year = digits(bytes, start + 1, start + 5);
  if (year < 1970) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second, digits(bytes, start + 21, start + 24));
}

function digits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) value = value * 10 + bytes[i]! - ZERO;
  return value;
}

/** A field's value, decoded. */
export function own(object: ForeignObject | undefined, key: string): JsonValue | undefined {
  return object?.get(key);
}

/** A table's own entry: a word such as `__proto__` or `constructor` finds only what the table says. */
export function entry<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

export function sliceOf(range: Range): Slice {
  return { at: range.start, bytes: range.end - range.start };
}
