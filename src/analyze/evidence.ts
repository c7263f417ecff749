import type { Committed, LogRecord } from '../model/record.ts';

/** A record of the log, and its leaf hash as 64 hex digits. */
export type LoggedRecord = { readonly record: LogRecord; readonly leaf: string };

/** A run as its opening tells of it; `from` is the run that it comes from. */
export type RunEntry = {
  readonly id: string;
  readonly harness: string;
  readonly session: string;
  readonly from?: { readonly run: string; readonly why: 'later' | 'resume' | 'fork' | 'child' };
  /** Only its opening is there (a bundle has no more of the runs that its own comes from). */
  readonly openingOnly?: true;
};

/**
 * Where the analyzer reads from. `transcript`: bare files that were recorded for the analysis only, so that what is
 * cited are ranges of them.
 */
export type Evidence = {
  readonly source: 'home' | 'bundle' | 'transcript';
  /** The runs there are records of, in the order in which they were opened. */
  readonly runs: readonly RunEntry[];
  /** The records of these runs in log order, and what was recorded about them after their end. */
  readonly recordsOf: (runs: ReadonlySet<string>) => Iterable<LoggedRecord>;
  /** The content of a commitment, verified; undefined where it was erased, was not disclosed, or is longer than is read. */
  readonly open: (content: Committed) => Uint8Array | undefined;
  /** Gives back what is held open. */
  readonly close: () => void;
};
