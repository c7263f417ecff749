import type { SourceDescription } from '../../src/model/reading.ts';
import { KnownSayings } from './known.ts';

/** What is kept from line to line; each part is bounded. */
export type Memory = {
  readonly source: SourceDescription;
  readonly known: KnownSayings;
  /** A subagent's task was read. */
  asked: boolean;
  /** While a history is stated again: how often each of the user's texts was, so that none hides a second one. */
  replay: Map<string, number> | undefined;
  /** Lines with what the model said last, in this turn, without a call yet. */
  turn: readonly number[];
};

/** The memory of a reader before its first line. */
export function newMemory(source: SourceDescription): Memory {
  return {
    source,
    known: new KnownSayings(),
    asked: false,
    replay: undefined,
    turn: [],
  };
}
