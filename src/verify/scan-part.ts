import type { Breaks, Place } from './breaks.ts';
import type { LogFacts } from './facts.ts';
import type { RunState } from './run-state.ts';

/** The tree's perfect subtrees over the leaves [start of the part, `size`), and the byte after its last record. */
export type TreeMark = Place & { readonly size: number; readonly hashes: readonly Uint8Array[] };

/**
 * What a pass over a part of the log found: plain data, which crosses from a worker. The part's leaves are
 * [start, end) by their position; `hashes` are its perfect subtrees.
 */
export type ScanPart = {
  readonly start: number;
  readonly end: number;
  readonly hashes: readonly Uint8Array[];
  readonly marks: readonly TreeMark[];
  /** `prev` of the part's first record, where the log begins before the part. */
  readonly needPrev?: string;
  readonly lastLeaf: Uint8Array;
  readonly runs: readonly RunState[];
  readonly facts: LogFacts;
  readonly breaks: Breaks;
  /** Lines from the first break on that still are records. */
  readonly afterBreak: number;
  readonly bytes: number;
};

/** Copies what a worker sends, so that no hash drags the pool that it lies in along. */
export function portable(part: ScanPart): ScanPart {
  const own = (hashes: readonly Uint8Array[]) => hashes.map((hash) => Uint8Array.from(hash));
  for (const run of part.runs) {
    for (const chain of [run.chain, run.late])
      if (chain !== undefined) chain.leaf = Uint8Array.from(chain.leaf);
  }
  return {
    ...part,
    hashes: own(part.hashes),
    marks: part.marks.map((mark) => ({ ...mark, hashes: own(mark.hashes) })),
    lastLeaf: Uint8Array.from(part.lastLeaf),
  };
}
