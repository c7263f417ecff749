import type { JsonObject, LogRecord } from '../model/record.ts';
import type { TailerMessage } from '../model/tail.ts';
import { type Compared, compareRecorded, partsOf } from './changed-line.ts';
import type { LineBook } from './line-book.ts';
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

/** What is wrong with a file's recorded lines: a gap's data, and which of them the file still has. */
export type PrefixFault = { readonly gap: JsonObject; readonly book?: LineBook };

/**
 * What to say of a file whose recorded lines were read again and are not what was recorded. undefined where all that could
 * be read is as it was.
 */
export async function prefixFault(
  resumed: Extract<TailerMessage, { kind: 'resumed' }>,
  known: TranscriptState,
  { state, keyOf, recordsOf }: PrefixOptions,
): Promise<PrefixFault | undefined> {
  if (keyOf(known.run) === undefined) return { gap: { gap: 'transcript_unreadable', why: 'key_gone' } };
  const parts = partsOf(known, state, keyOf);
  const records = recordsOf?.(new Set(parts.map(({ run }) => run)));
  const found = records && (await compareRecorded(resumed.digests, parts, records));
  const gap = gapOf(resumed, known.end, found?.at);
  return gap && { gap, ...(found && { book: found.book }) };
}

function gapOf(
  { cutAt, digests, fault }: Extract<TailerMessage, { kind: 'resumed' }>,
  end: number,
  at: Compared['at'] | undefined,
): JsonObject | undefined {
  const isSame = at !== undefined && at.line * HASH_BYTES >= digests.length;
  if (fault !== undefined && (isSame || digests.length === 0)) return undefined;
  if (cutAt !== undefined && (at === undefined || at.line >= cutAt.line))
    return { gap: 'transcript_truncated', ...cutAt, end };
  return { gap: 'transcript_rewritten', ...(at ?? { offset: 0 }), end };
}
