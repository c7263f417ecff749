import type { Place, Prepared, PreparedBlock } from './batch.ts';

/** How a call's records are written. */
export type AppendOptions = {
  /** Sign at once, not within 250 ms: denials, holds, approvals, prompts, gaps. */
  readonly urgent?: boolean;
  /** May use the room that is kept for the record of a full disk. */
  readonly reserve?: boolean;
};

/** The places of the drafts, in their order. */
export type Appended = readonly Place[];

/** One call of `append` or `appendLines` that waits for its batch. */
export type Waiting = {
  readonly prepared: readonly (Prepared | PreparedBlock)[];
  readonly options: AppendOptions;
  readonly resolve: (places: Appended) => void;
  readonly reject: (error: unknown) => void;
};

/** A batch takes further calls up to this many bytes; one call is never split. */
const BATCH_BYTES = 4 << 20;

/** Takes the calls of the next batch off the front of the queue. */
export function takeBatch(queue: Waiting[]): Waiting[] {
  let room = 0;
  let count = 0;
  while (count < queue.length && (count === 0 || room < BATCH_BYTES)) {
    room += queue[count]!.prepared.reduce((sum, one) => sum + one.room, 0);
    count++;
  }
  return queue.splice(0, count);
}
