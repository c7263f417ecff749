import { type LineRecords, ROW, TYPE_AT, TYPE_LENGTH } from '../model/line-records.ts';
import type { JsonObject } from '../model/record.ts';
import type { TranscriptState } from './state.ts';

/** The line of `lastUpdated` behind the opening, `sessionId`, `projectHash` and `startTime` (formats: gemini §2). */
const LAST_UPDATED = 4;

/**
 * Why the harness itself may have changed its file from a line on, for the gap that says so. Cursor writes the whole
 * conversation anew with one end behind it, so the end of the turn before is gone (formats: cursor §4): where all lines
 * before that one are as they were, nothing else happened. Gemini before 0.39 writes a session anew as one value, and the
 * first line to change is always its time; what else changed is for its copied lines to tell. What any other line
 * became, nobody explains.
 */
export function explained(
  { run, lines, lastType }: Pick<TranscriptState, 'run' | 'lines' | 'lastType'>,
  line: JsonObject[string] | undefined,
): { readonly explained?: 'rewrite' } {
  const isEnd = run.harness === 'cursor' && line === lines - 1 && lastType?.startsWith('turn_ended') === true;
  const isWhole = run.harness === 'gemini' && lastType === 'session' && line === LAST_UPDATED;
  return isEnd || isWhole ? { explained: 'rewrite' } : {};
}

/** The type of the `i`-th of a batch's lines, where it has one. */
export function typeAt({ rows, data }: LineRecords, i: number): string | undefined {
  const row = i * ROW;
  const length = rows[row + TYPE_LENGTH];
  if (length === undefined || length === 0) return undefined;
  return Buffer.from(data.buffer, data.byteOffset + rows[row + TYPE_AT]!, length).toString('latin1');
}
