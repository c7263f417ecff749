import type { LineNote } from '../../src/model/reading.ts';
import type { ForeignObject } from '../line.ts';
import type { Memory } from './memory.ts';

/** One event on its way to an exchange. `notes` collects as it is read. */
export type EventLine = {
  readonly data: ForeignObject;
  /** The subagent whose event it is. */
  readonly agent: string | undefined;
  /** The event's physical lines: one, unless raw line breaks split it. */
  readonly lines: readonly number[];
  readonly notes: Set<LineNote>;
  readonly memory: Memory;
};

/** What is said in one lane has nothing to do with another: '' is the session's own, the others its subagents'. */
export function laneOf(line: EventLine): string {
  return line.agent ?? '';
}
