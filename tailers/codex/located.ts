import type { Range } from '../../src/bytes/json-index.ts';
import { JsonListView, type JsonValue } from '../../src/bytes/json-view.ts';
import type { Slice } from '../../src/model/reading.ts';
import { own, sliceOf } from '../fields.ts';
import { asObject, type ForeignObject } from '../line.ts';

/** An object together with its own raw bytes. */
export type Located = { readonly object: ForeignObject; readonly whole: Slice };

/** An array's element and its raw bytes. */
export type Element = { readonly value: JsonValue; readonly range: Range };

export function locate(object: ForeignObject): Located {
  return { object, whole: sliceOf(object.range) };
}

/** The object under `key`, located; undefined where there is none. */
export function inside(parent: Located, key: string): Located | undefined {
  const object = asObject(own(parent.object, key));
  return object === undefined ? undefined : locate(object);
}

/** The raw bytes of the value under `key`; undefined where it is absent or null. */
export function sliceAt(parent: Located, key: string): Slice | undefined {
  const range = parent.object.rangeOf(key);
  return range === undefined || parent.object.isNull(key) ? undefined : sliceOf(range);
}

/** The elements of the array under `key`; empty where there is none. */
export function elementsIn(parent: Located, key: string): readonly Element[] {
  const values = own(parent.object, key);
  return values instanceof JsonListView ? [...values.elements()] : [];
}

/** The array's element as a located object; undefined where it is none. */
export function elementObject(element: Element): Located | undefined {
  const object = asObject(element.value);
  return object === undefined ? undefined : locate(object);
}
