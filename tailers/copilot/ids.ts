import type { LineNote } from '../../src/model/reading.ts';
import { idField, own, stringField } from '../fields.ts';
import type { ForeignObject } from '../line.ts';

/** The id under `key`. hostile: one that may not stand in clear is left out, and noted. */
export function safeId(
  object: ForeignObject | undefined,
  key: string,
  notes: Set<LineNote>,
): string | undefined {
  const id = idField(object, key);
  if (id === undefined && (own(object, key) ?? null) !== null) notes.add('unsafe_id');
  return id;
}

/** An id that names a session or an agent: no path and no option, at most 128 characters. */
export function isPlainId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(value);
}

/** The version under `copilotVersion`, where it has the form of one. */
export function versionOf(data: ForeignObject | undefined): string | undefined {
  const version = stringField(data, 'copilotVersion');
  return version !== undefined && /^[0-9A-Za-z.+-]{1,40}$/.test(version) ? version : undefined;
}
