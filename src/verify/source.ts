/** A segment of the log as it lies: its file's name, the record number in that name, its bytes when it was listed. */
export type SegmentFile = { readonly name: string; readonly first: number; readonly bytes: number };

/** Bytes in pieces of any size, as files, sockets and `fetch` give them. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * A home's log, read only. Whoever makes one reads the checkpoints before it lists the segments: then a log that
 * grows meanwhile is never shorter than what was signed of it. hostile: everything in it.
 */
export type LogSource = {
  /** In the order of their numbers. */
  readonly segments: readonly SegmentFile[];
  /** The file names beside the segments that are none. */
  readonly strangers: readonly string[];
  /** A segment's bytes from offset `from` to the end that it had when it was listed. */
  readonly read: (segment: number, from: number) => Pieces;
  /** The newest signed note; absent where there is no such file. */
  readonly checkpoint?: Uint8Array;
  /** `checkpoints.ndjson`. */
  readonly history?: Uint8Array;
};

/** A part of a segment: the lines whose first byte lies in [from, to). */
export type Span = { readonly segment: number; readonly from: number; readonly to: number };

/** The newest checkpoint of each origin, remembered outside of any home. */
export type SeenStore = {
  /** The signed note; undefined where none was seen. */
  readonly read: (origin: string) => Uint8Array | undefined;
  readonly write: (origin: string, note: Uint8Array) => void;
};
