import type { JsonObject, LogRecord } from '../model/record.ts';
import type { TailerMessage } from '../model/tail.ts';
import { firstChanged, partsOf } from './changed-line.ts';
import type { RunKey } from './run-key.ts';
import type { RunState, State, TranscriptState } from './state.ts';

/** The records of these runs that are on the disk, in order. */
export type RecordsOf = (runs: ReadonlySet<string>) => AsyncIterable<LogRecord>;

export type PrefixOptions = {
  readonly state: State;
  readonly keyOf: (run: RunState) => RunKey | undefined;
  readonly recordsOf?: RecordsOf;
};

const HASH_BYTES = 32;

/**
 * What to say of a file whose recorded lines were read again and are not what was recorded: a gap's data. undefined where
 * all that could be read is as it was.
 */
export async function prefixFault(
  { cutAt, digests, fault }: Extract<TailerMessage, { kind: 'resumed' }>,
  known: TranscriptState,
  { state, keyOf, recordsOf }: PrefixOptions,
): Promise<JsonObject | undefined> {
  if (keyOf(known.run) === undefined) return { gap: 'transcript_unreadable', why: 'key_gone' };
  const parts = partsOf(known, state, keyOf);
  const records = recordsOf?.(new Set(parts.map(({ run }) => run)));
  const at = records === undefined ? undefined : await firstChanged(digests, parts, records);
  const isSame = at !== undefined && at.line * HASH_BYTES >= digests.length;
  if (fault !== undefined && (isSame || digests.length === 0)) return undefined;
  const { end } = known;
  if (cutAt !== undefined && (at === undefined || at.line >= cutAt.line))
    return { gap: 'transcript_truncated', ...cutAt, end };
  return { gap: 'transcript_rewritten', ...(at ?? { offset: 0 }), end };
}
