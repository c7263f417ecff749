import { type LineRecords, ROW, TYPE_AT, TYPE_LENGTH } from '../model/line-records.ts';
import type { JsonObject } from '../model/record.ts';
import type { TranscriptState } from './state.ts';

/**
 * Why the harness itself may have changed its file from a line on, for the gap that says so. Cursor writes the whole
 * conversation anew with one end behind it, so the end of the turn before is gone (formats: cursor §4): where all lines
 * before that one are as they were, nothing else happened. What any other line became, nobody explains.
 */
export function explained(
  { run, lines, lastType }: Pick<TranscriptState, 'run' | 'lines' | 'lastType'>,
  line: JsonObject[string] | undefined,
): { readonly explained?: 'rewrite' } {
  const isEnd = run.harness === 'cursor' && line === lines - 1 && lastType?.startsWith('turn_ended') === true;
  return isEnd ? { explained: 'rewrite' } : {};
}

/** The type of the last of a batch's lines, where it has one. */
export function lastTypeOf({ rows, data }: LineRecords): string | undefined {
  const row = rows.length - ROW;
  if (row < 0 || rows[row + TYPE_LENGTH] === 0) return undefined;
  const start = rows[row + TYPE_AT]!;
  return Buffer.from(data.buffer, data.byteOffset + start, rows[row + TYPE_LENGTH]!).toString('latin1');
}
