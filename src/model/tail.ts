import type { Harness } from './harness.ts';
import type { LineRecords } from './line-records.ts';
import type { LineReading, SourceDescription } from './reading.ts';

/**
 * What a tailer and the recorder say to each other. A tailer runs in its own thread (later: process); it reads
 * and understands files, the recorder alone decides what enters the log.
 */

/** Why a file that was to be read could not be. */
export type Unreadable =
  | 'not_a_file'
  | 'symlink'
  | 'not_permitted'
  | 'wrong_owner'
  | 'io_error'
  | 'bad_archive'
  | 'too_large'
  | 'key_gone'
  | 'changed_while_read';

/** A transcript as the tailer found it. `source` is the tailer's own number for it. */
export type FoundSource = {
  readonly source: number;
  /** Absolute. */
  readonly path: string;
  /** `<device>:<inode>`. */
  readonly file: string;
  /** Time of the last change, ms since 1970: tells a live session from an old one, nothing more. */
  readonly changed: number;
  readonly compression?: 'zst';
  readonly description: SourceDescription;
  /** The leave that the signer gave to report of this session's run; absent in a one-shot recording. */
  readonly token?: string;
};

/** Where to read on: everything before `line` is recorded. Fresh: all zeros. */
export type StartAt = { readonly line: number; readonly offset: number };

export type TailerMessage =
  | { readonly kind: 'found'; readonly found: FoundSource }
  /** The digests of a recorded prefix that is being read again, as far as they come before the last of them. */
  | { readonly kind: 'digests'; readonly source: number; readonly digests: Uint8Array }
  /**
   * The recorded prefix was read again; `digests` has SHA-256 of each line that lies in its place, 32 bytes a line, behind
   * those that came before. `grown`: there is more behind it, or there may be.
   */
  | {
      readonly kind: 'resumed';
      readonly source: number;
      readonly digests: Uint8Array;
      readonly grown?: boolean;
      /** Why it could not be read to where it is recorded. */
      readonly fault?: Unreadable | 'missing';
      /** Where it now ends, where it is shorter: the last whole line that is still there. */
      readonly cutAt?: { readonly line: number; readonly offset: number };
    }
  | {
      readonly kind: 'lines';
      readonly source: number;
      /** The number of the first line, and its byte offset in the (decompressed) file. */
      readonly first: number;
      readonly offset: number;
      /** Whole lines, newline included; `ends` has each one's end within `bytes`. */
      readonly bytes: Uint8Array;
      readonly ends: Uint32Array;
      /** SHA-256 of each line, 32 bytes a line. */
      readonly digests: Uint8Array;
      readonly records: LineRecords;
    }
  /** A line beyond 8 MiB, its content in pieces of 1 MiB at most; `last` comes with the whole line's figures. */
  | { readonly kind: 'piece'; readonly source: number; readonly bytes: Uint8Array }
  | {
      readonly kind: 'oversize';
      readonly source: number;
      readonly line: number;
      readonly offset: number;
      readonly bytes: number;
      readonly digest: Uint8Array;
      /** The line's record, of as many bytes as the pieces had. */
      readonly records: LineRecords;
      /** Whether the pieces were the bytes that `digest` covers: the file may have changed in between. */
      readonly same: boolean;
    }
  | {
      readonly kind: 'broken';
      readonly source: number;
      readonly what: 'rewritten' | 'truncated' | 'deleted';
      /** The first line and byte known to differ, or where the file now ends. */
      readonly line: number;
      readonly offset: number;
      /** What lies there now, where that is a transcript of the same harness. */
      readonly now?: { readonly file: string; readonly description: SourceDescription };
    }
  | { readonly kind: 'unreadable'; readonly path: string; readonly source?: number; readonly why: Unreadable }
  /** The file's tail without a newline, as it stands at the end of a one-shot reading. */
  | {
      readonly kind: 'pending';
      readonly source: number;
      readonly bytes: Uint8Array;
      readonly digest: Uint8Array;
      /** The tail's length; more than `bytes` holds where it is longer than 8 MiB. */
      readonly length: number;
    }
  /** A file or folder that was named, or lies where transcripts lie, and is none that we read. */
  | { readonly kind: 'ignored'; readonly path: string; readonly why: string }
  | { readonly kind: 'degraded'; readonly why: string }
  /** Everything there was at the time is read. */
  | { readonly kind: 'caught_up' }
  /** The tailer ends; nothing more comes. */
  | { readonly kind: 'done' };

export type RecorderMessage =
  /** Read from here; `resume` asks for the prefix to be read again first. */
  | { readonly kind: 'start'; readonly source: number; readonly at: StartAt; readonly resume: boolean }
  /** The prefix did not hold: a new generation, from line 0. */
  | { readonly kind: 'restart'; readonly source: number }
  | { readonly kind: 'go'; readonly source: number }
  | { readonly kind: 'skip'; readonly source: number }
  /**
   * Nothing more is taken of this source: its run is closed. What the file has or gets besides what is recorded is found
   * anew; `again` says that there is some already.
   */
  | { readonly kind: 'forget'; readonly source: number; readonly again: boolean }
  /** So many bytes of lines are durable: the tailer may have so many more under way. */
  | { readonly kind: 'ack'; readonly bytes: number }
  | { readonly kind: 'stop' };

export type { Harness, LineReading };
