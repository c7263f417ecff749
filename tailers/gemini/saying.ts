import type { Range } from '../../src/bytes/json-index.ts';
import { JsonListView, type JsonValue } from '../../src/bytes/json-view.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import type { LineNote, Part } from '../../src/model/reading.ts';
import { idField, own, sliceOf } from '../fields.ts';
import { asObject, type ForeignObject } from '../line.ts';

/**
 * One thing that a message says. `key` is equal where the same is said again, on another line or in another shape.
 * `text`: a user message's text, whose origin is to be found. A seal (a thought's signature) alone makes no message new.
 */
export type Saying = { readonly key: string; readonly part: Part; readonly text?: string };

/** What the readers of a line share: its bytes, and what is worth knowing about it. */
export type Place = { readonly bytes: Buffer; readonly notes: Set<LineNote> };

/** An array's element, or a value by itself, with its raw bytes. */
export type Found = { readonly value: JsonValue; readonly range: Range };

const KEY_DIGITS = 32;

/** A saying's key: what sort it is, what names it, and a digest of its raw bytes. */
export function keyOf(sort: string, ranges: readonly Range[], bytes: Uint8Array): string {
  const digests = ranges.map(({ start, end }) => sha256Hex(bytes.subarray(start, end)).slice(0, KEY_DIGITS));
  return `${sort}:${digests.join('.')}`;
}

/** The value under `key`, or the elements of the array there; null and absent values are none. */
export function valuesIn(object: ForeignObject, key: string): readonly Found[] {
  const value = own(object, key);
  const range = object.rangeOf(key);
  if (value === undefined || value === null || range === undefined) return [];
  return value instanceof JsonListView ? [...value.elements()] : [{ value, range }];
}

/** The string under `key` with its raw bytes; undefined where there is none, or an empty one. */
export function wordsAt(
  object: ForeignObject,
  key: string,
): (Found & { readonly value: string }) | undefined {
  const value = own(object, key);
  const range = object.rangeOf(key);
  return typeof value === 'string' && value !== '' && range !== undefined ? { value, range } : undefined;
}

/** The id under `key`. hostile: one that may not stand in clear is left out, and noted. */
export function safeId(object: ForeignObject, key: string, notes: Set<LineNote>): string | undefined {
  const id = idField(object, key);
  if (id === undefined && (own(object, key) ?? null) !== null) notes.add('unsafe_id');
  return id;
}

/** An element as an object, its doubled keys noted; undefined, and noted, where it is none. */
export function objectOf({ value }: Found, notes: Set<LineNote>): ForeignObject | undefined {
  const object = asObject(value);
  if (object === undefined) notes.add('content_shape');
  else if (object.duplicate) notes.add('duplicate_key');
  return object;
}

/** Something of a shape that nobody captured: kept as it is. */
export function otherSaying({ range }: Found, { bytes }: Place): Saying {
  return { key: keyOf('other', [range], bytes), part: { kind: 'other', body: sliceOf(range) } };
}
