import type { Committed, Json, JsonObject } from '../model/record.ts';

/** A commitment in a record's data, and where: `parts.0.body`; the empty path is the record's own content. */
export type CommittedField = Committed & { readonly path: string };

/** Every commitment in a record's data, in the order of its fields. Its data fits its schema, which bounds the depth. */
export function committedFields(data: JsonObject): readonly CommittedField[] {
  const found: CommittedField[] = [];
  collect(data, '', found);
  return found;
}

function collect(value: Json, path: string, found: CommittedField[]): void {
  if (value === null || typeof value !== 'object') return;
  const { bytes, commitment } = value as JsonObject;
  if (typeof bytes === 'number' && typeof commitment === 'string') found.push({ path, bytes, commitment });
  for (const [key, inner] of Object.entries(value))
    collect(inner, path === '' ? key : `${path}.${key}`, found);
}
