import type { Place } from './generation.ts';
import type { LinesBlock, OversizeBlock, Pause } from './scan.ts';
import type { UnreadableWhy } from './source.ts';

/** What following a file found, in order. */
export type FollowEvent =
  | (LinesBlock & { readonly generation: number })
  | (OversizeBlock & {
      readonly generation: number;
      /** Reads the line again. The last step returns whether its bytes are still those that were hashed. */
      readonly pieces: () => Generator<Uint8Array, LineCheck>;
    })
  | FileChange
  | Pause
  | { readonly kind: 'unreadable'; readonly generation: number; readonly why: UnreadableWhy };

export type LineCheck = { readonly same: boolean };

/**
 * What became of the file itself. `rewritten`, `truncated` and `replaced` (another file in its place) end the
 * generation: its number is given, and the next one begins with line 0 of what is there now. `deleted` and
 * `restored` (another or the same file came to the path, and all that was read is in it) do not.
 */
export type FileChange = {
  readonly kind: 'rewritten' | 'truncated' | 'replaced' | 'deleted' | 'restored';
  readonly generation: number;
  /** The first line that is no longer as it was; for `deleted` and `restored`, where reading stands. */
  readonly at: Place;
  /** Where that line is known to the line; else it is at or after `at`, within a few lines. */
  readonly exact: boolean;
  /** Bytes read before, a partial last line included. */
  readonly was: number;
  /** Bytes there now; absent where the file is gone, or an archive, whose size is not known beforehand. */
  readonly size?: number;
};

/** Where reading stands: enough to go on from in another process. A fresh start has zeros. */
export type FollowStart = {
  readonly line: number;
  readonly offset: number;
  readonly generation: number;
  /** SHA-256 over the digests of those lines; absent where the caller compares them itself. */
  readonly digest?: Uint8Array;
};

/** The bytes after the last newline, which no line holds yet. `content` while they are at most 1 MiB. */
export type Pending = { readonly bytes: number; readonly digest: Uint8Array; readonly content?: Uint8Array };
