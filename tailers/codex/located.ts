import { elementsAt, membersAt, type Range } from '../../src/bytes/json-index.ts';
import type { Slice } from '../../src/model/reading.ts';
import { own, sliceOf } from '../fields.ts';
import { asObject, type ForeignObject } from '../line.ts';

/** A parsed object together with where each of its members lies in the line's bytes. */
export type Located = {
  readonly object: ForeignObject;
  readonly bytes: Buffer;
  readonly ranges: ReadonlyMap<string, Range>;
  readonly duplicate: boolean;
  /** The object's own raw bytes. */
  readonly whole: Slice;
};

/** An array's element and its raw bytes. */
export type Element = { readonly value: unknown; readonly range: Range };

/** Finds the members of `object`, whose raw bytes lie at `range`; undefined where it nests beyond the budget. */
export function locate(bytes: Buffer, range: Range, object: ForeignObject): Located | undefined {
  const members = membersAt(bytes, range);
  return members === undefined ? undefined : { object, bytes, ...members, whole: sliceOf(range) };
}

/** The object under `key`, located; undefined where there is none. */
export function inside(parent: Located, key: string): Located | undefined {
  const object = asObject(own(parent.object, key));
  const range = parent.ranges.get(key);
  return object === undefined || range === undefined ? undefined : locate(parent.bytes, range, object);
}

/** The raw bytes of the value under `key`; undefined where it is absent or null. */
export function sliceAt(parent: Located, key: string): Slice | undefined {
  const range = parent.ranges.get(key);
  return range === undefined || own(parent.object, key) === null ? undefined : sliceOf(range);
}

/** The elements of the array under `key`; empty where there is none. */
export function elementsIn(parent: Located, key: string): readonly Element[] {
  const values = own(parent.object, key);
  const range = parent.ranges.get(key);
  if (!Array.isArray(values) || range === undefined) return [];
  const ranges = elementsAt(parent.bytes, range) ?? [];
  return ranges.length === values.length
    ? ranges.map((at, i) => ({ value: values[i] as unknown, range: at }))
    : [];
}

/** The array's element as a located object; undefined where it is none. */
export function elementObject(parent: Located, element: Element): Located | undefined {
  const object = asObject(element.value);
  return object === undefined ? undefined : locate(parent.bytes, element.range, object);
}
