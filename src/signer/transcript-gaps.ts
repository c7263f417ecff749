import type { Committed, Draft, JsonObject } from '../model/record.ts';
import type { LineHead } from './head-digest.ts';
import type { RunningHash } from './run-key.ts';
import type { TranscriptState } from './state.ts';

/** What names a transcript's present generation in a record of its run. */
export function position(transcript: TranscriptState): { transcript: number; generation: number } {
  return { transcript: transcript.index, generation: transcript.generation };
}

/** A gap behind a transcript's last line: in its run, or behind it where that was closed. */
export function gapAtEnd(transcript: TranscriptState, gap: JsonObject): Draft {
  const { run, lines, end } = transcript;
  const data = { ...{ line: lines, offset: end, end }, ...position(transcript), ...gap };
  const source = `tailer:${run.harness}`;
  return run.open
    ? { run: run.id, kind: 'gap', source, data }
    : { kind: 'gap', source, data: { ...data, run: run.id } };
}

/** The gap of a tail that waited for its newline, and of which nothing is left. */
export function tailCut(transcript: TranscriptState, assurance: 'dev' | 'system'): Draft {
  const end = transcript.end + transcript.pending!.bytes;
  return gapAtEnd(transcript, { gap: 'transcript_truncated', assurance, end });
}

/**
 * A gap's data where the bytes that waited for their newline are not those that the line begins with now; `headOf` gives
 * as many of them as asked for, `hash` is that of the transcript's run where its key is still there.
 */
export function tailFault(
  known: TranscriptState | undefined,
  hash: RunningHash | undefined,
  headOf: (length: number) => LineHead,
): JsonObject | undefined {
  if (known?.pending === undefined || hash === undefined) return undefined;
  const { lines, end, pending } = known;
  const head = headOf(pending.bytes);
  const isThere = head.bytes >= pending.bytes;
  if (isThere && hash.peek(head.digest) === pending.chain) return undefined;
  return { gap: isThere ? 'transcript_rewritten' : 'transcript_truncated', line: lines, offset: end };
}

/** The data of a `transcript.checked` for a tail that waits for its newline. `chain`: as if it were one more line. */
export function tailData(
  live: TranscriptState,
  tail: { readonly committed: Committed; readonly length: number; readonly chain: string },
): JsonObject {
  const { lines, end, chain } = live;
  const { committed, length } = tail;
  const pending = { ...committed, length, chain: tail.chain };
  return { ...position(live), lines, end, chain, outcome: 'pending', pending };
}
