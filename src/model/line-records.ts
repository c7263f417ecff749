/**
 * The records of a batch of lines as the tailer hands them over: each one's `data` as canonical JSON, side by side, in
 * which the recorder fills in what it alone knows. Text and numbers in flat arrays cross threads far faster than objects.
 */
export type LineRecords = {
  /** ASCII. Room for commitments, chains and marks (64 or 32 digits) is left, with any bytes in it: `rows` and `slices` say where. */
  readonly data: Uint8Array;
  /** `ROW` words a line, see below. */
  readonly rows: Int32Array;
  /** `SLICE` words for each part of a line that gets a commitment of its own, in the order of the text. */
  readonly slices: Int32Array;
  /** SHA-256 of what stays equal in a copy, 32 bytes a line; zeros where the line has no mark. */
  readonly identities: Uint8Array;
};

/** A row's words: where the line's data ends, then places in `data`. */
export const ROW = 16;
export const DATA_END = 0;
export const FLAGS = 1;
export const CHAIN_AT = 2;
export const COMMITMENT_AT = 3;
/** Where the text `,"copy":{…}` goes in, for a line that is a copy. */
export const COPY_AT = 4;
/** Where the digits of the transcript's generation and of its number in its run go in. */
export const GENERATION_AT = 5;
export const TRANSCRIPT_AT = 6;
export const MARK_AT = 7;
export const ID_AT = 8;
/** Characters; 0 where the line has no id, or no type. */
export const ID_LENGTH = 9;
export const TYPE_AT = 10;
export const TYPE_LENGTH = 11;
/** Where the line's slices end in `slices`, counted in slices. */
export const SLICES_END = 12;
/** Calls by how they are linked. */
export const EXACT = 13;
export const ORDERED = 14;
export const UNLINKED = 15;

/** Bits of `FLAGS`. */
export const EXCHANGE = 1;
export const MARKED = 2;
export const BY_CONTENT = 4;
export const HEAD = 8;
export const UNPARSED = 16;
export const TWIN = 32;
export const PROMPT = 64;

/** A slice's words: its first byte within the line, its length, and where its commitment goes in `data`. */
export const SLICE = 3;
