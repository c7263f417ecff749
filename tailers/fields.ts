import type { Range } from '../src/bytes/json-index.ts';
import { JsonListView, type JsonValue } from '../src/bytes/json-view.ts';
import { isSafeId } from '../src/model/harness.ts';
import type { Slice } from '../src/model/reading.ts';
import { asObject, type ForeignObject } from './line.ts';

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
  const time = Date.parse(value);
  return Number.isSafeInteger(time) && time >= 0 ? time : undefined;
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
