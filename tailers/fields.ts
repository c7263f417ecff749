import type { Range } from '../src/bytes/json-index.ts';
import { JsonListView, type JsonValue } from '../src/bytes/json-view.ts';
import { isSafeId } from '../src/model/harness.ts';
import type { Slice } from '../src/model/reading.ts';
import { asObject, type ForeignObject } from './line.ts';

const ZERO = 0x30;
const TIME_SIGNS = '0000-00-00T00:00:00.000Z';

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
  const value = own(object, key);
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const time = utcTime(value) ?? Date.parse(value);
  return Number.isSafeInteger(time) && time >= 0 ? time : undefined;
}

/** The time of `YYYY-MM-DDThh:mm:ss.mmmZ`, as all harnesses write it: a third of the time of `Date.parse` (Node 20). */
function utcTime(text: string): number | undefined {
  if (text.length !== 24 || text.charCodeAt(23) !== 0x5a) return undefined;
  for (let i = 0; i < 23; i++) {
    const unit = text.charCodeAt(i);
    const sign = TIME_SIGNS.charCodeAt(i);
    if (sign === ZERO ? unit < ZERO || unit > 0x39 : unit !== sign) return undefined;
  }
  const [month, day, hour] = [digits(text, 5, 7), digits(text, 8, 10), digits(text, 11, 13)];
  const [minute, second] = [digits(text, 14, 16), digits(text, 17, 19)];
  // Days that not every month has, and midnight as 24:00, are left to `Date.parse`.
  if (month < 1 || month > 12 || day < 1 || day > 28 || hour > 23 || minute > 59 || second > 59)
    return undefined;
  const year = digits(text, 0, 4);
  return year < 1970 ? undefined : Date.UTC(year, month - 1, day, hour, minute, second, digits(text, 20, 23));
}

function digits(text: string, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) value = value * 10 + text.charCodeAt(i) - ZERO;
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
