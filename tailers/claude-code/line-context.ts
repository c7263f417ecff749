import { isSafeId } from '../../src/model/harness.ts';
import type { LineNote } from '../../src/model/reading.ts';
import { own } from '../fields.ts';
import type { ForeignObject } from '../line.ts';
import type { MessageMemory } from './message-memory.ts';

/** One line on its way to an exchange. `notes` collects as it is read. */
export type LineContext = {
  readonly bytes: Buffer;
  readonly object: ForeignObject;
  readonly number: number;
  readonly notes: Set<LineNote>;
  readonly messages: MessageMemory;
  /** The thread that the line is in: '' for the transcript's own, else its inline sidechain. */
  readonly lane: string;
  /** The line lies in a thread that is no person's. */
  readonly subagent: boolean;
};

/** A safe id, or undefined; one that is there and unsafe is noted. */
export function notedId(
  object: ForeignObject | undefined,
  key: string,
  notes: Set<LineNote>,
): string | undefined {
  const value = own(object, key);
  if (isSafeId(value)) return value;
  if (value !== undefined && value !== null) notes.add('unsafe_id');
  return undefined;
}
