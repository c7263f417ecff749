import type { Slice } from '../../src/model/reading.ts';
import { sliceOf } from '../fields.ts';
import type { ForeignObject } from '../line.ts';

/** The raw bytes of the value under `key`; undefined where it is absent or null. */
export function sliceIn(object: ForeignObject | undefined, key: string): Slice | undefined {
  const range = object?.rangeOf(key);
  return range === undefined || object?.isNull(key) === true ? undefined : sliceOf(range);
}

/** The raw bytes of the string under `key`; undefined where there is none or it is empty. */
export function textIn(object: ForeignObject | undefined, key: string): Slice | undefined {
  return (object?.lengthOf(key) ?? 0) > 0 ? sliceIn(object, key) : undefined;
}
