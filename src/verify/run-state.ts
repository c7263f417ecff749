import type { Hole, Reached, Step } from './transcript-cover.ts';

/** A place in a chain: the number and the leaf hash (hex) that the record before must have. */
export type ChainPlace = { readonly seq: number; readonly prev: string };

/** A chain as far as it was read: the next record's number and the last leaf hash (32 bytes). */
export type ChainEnd = {
  /** What the chain's first record here says of the one before, where that one lies in an earlier part of the log. */
  need?: ChainPlace;
  next: number;
  leaf: Uint8Array;
};

export type RunOpened = {
  readonly harness: string;
  readonly session: string;
  readonly part: number;
  readonly mode: string;
  readonly from?: { readonly run: string; readonly why: string };
};

export type TranscriptState = {
  /** The first step here, where the transcript was opened in an earlier part of the log. */
  need?: Step;
  /** So many lines the generation before the one that it begins in must have. */
  needFormer?: number;
  reached: Reached;
  /** Where its first record in this run begins; line 0 unless an earlier run recorded what is before. */
  begins: Reached;
  lines: number;
};

/** One run as a pass over the log folds it: plain data, which crosses from a worker. */
export type RunState = {
  readonly id: string;
  chain: ChainEnd | undefined;
  late: ChainEnd | undefined;
  opened: RunOpened | undefined;
  closed: { readonly seq: number; readonly last: number; readonly why: string } | undefined;
  readonly transcripts: Map<number, TranscriptState>;
  readonly holes: Hole[];
  holeCount: number;
  gaps: number;
  /** Calls that transcripts show, and calls that the gate decided. */
  calls: number;
  decided: number;
};

/** So many holes of a run are listed; the rest is counted. */
export const MAX_HOLES = 50;

export function newRun(id: string): RunState {
  return {
    id,
    chain: undefined,
    late: undefined,
    opened: undefined,
    closed: undefined,
    transcripts: new Map(),
    holes: [],
    holeCount: 0,
    gaps: 0,
    calls: 0,
    decided: 0,
  };
}
