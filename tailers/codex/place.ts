import type { LineNote } from '../../src/model/reading.ts';
import { idField, own } from '../fields.ts';
import type { ForeignObject } from '../line.ts';

/** Where a line stands: what its makers need besides its payload. */
export type Place = {
  /** 0-based line number. */
  readonly line: number;
  readonly turn: string | undefined;
  /** `metadata.sampled_through_sequence`, where the line has it. */
  readonly sampled: number | undefined;
  /** Another thread whose line this is (a reviewer's, in its parent's file). */
  readonly agent: string | undefined;
  /** Collects what is worth knowing about the line. */
  readonly notes: Set<LineNote>;
};

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
