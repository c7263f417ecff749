import type { RawDigest } from '../bytes/raw-digest.ts';
import type { LineBlock } from '../log/line-block.ts';
import type { Committed, Draft } from '../model/record.ts';

/** The log as the recorder uses it: resolves when the drafts are durable, in the order of the calls. */
export type LogSink = {
  readonly append: (drafts: readonly Draft[]) => Promise<unknown>;
  readonly appendLines: (block: LineBlock) => Promise<unknown>;
};

/** Content that comes in pieces, under one commitment. */
export type ContentStream = {
  readonly write: (piece: Uint8Array) => Promise<void>;
  readonly end: () => Committed;
};

/**
 * The vault as the recorder uses it. What is committed is made durable by the log, before the records that name
 * it. `Ref` stands for content just committed, so that its slices need not be stored again.
 */
export type VaultSink<Ref> = {
  readonly commit: (content: Uint8Array) => { readonly committed: Committed; readonly ref: Ref };
  /** As `commit`, and of a part of what it committed to, where no text of the commitment is wanted. */
  readonly commitRaw: (content: Uint8Array) => { readonly commitment: RawDigest; readonly ref: Ref };
  readonly commitRawSlice: (ref: Ref, at: number, bytes: number) => RawDigest;
  /** Content that retention must not take. */
  readonly commitKept: (content: Uint8Array) => Committed;
  readonly stream: () => ContentStream;
  readonly getKept: (commitment: string) => Uint8Array | undefined;
};
