import type { Committed } from '../../model/record.ts';

/** The line of a transcript that a record is about. `bytes` includes its newline. */
export type Place = {
  readonly transcript: number;
  readonly generation: number;
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
  readonly commitment: string;
};

/** Where in the log something stands: what a finding cites. `time` is the log's clock, as `LogRecord.time`. */
export type At = {
  readonly seq: number;
  readonly leaf: string;
  readonly time: string;
  readonly run: string;
  readonly place?: Place;
};

/** A content by its commitment; `Contents` opens it. */
export type Content = Committed;
