import { type LineRecords, ROW, TYPE_AT, TYPE_LENGTH } from '../model/line-records.ts';
import type { JsonObject } from '../model/record.ts';
import type { FoundSource } from '../model/tail.ts';
import type { TranscriptState } from './state.ts';

/** The line of `lastUpdated` behind the opening, `sessionId`, `projectHash` and `startTime` (formats: gemini §2). */
const LAST_UPDATED = 4;

/**
 * Why the harness itself may have changed its file from a line on, for the gap that says so. Cursor writes the whole
 * conversation anew with one end behind it, so the end of the turn before is gone (formats: cursor §4): where all lines
 * before that one are as they were, nothing else happened. Gemini before 0.39 writes a session anew as one value, and the
 * first line to change is always its time; what else changed is for its other lines to tell. Codex can move a thread to
 * the layout of newer versions (`migrate-rollouts`, formats: codex §8): another file with the same thread's header, all
 * of whose lines are numbered, in the place of one whose lines were not. `replaced`: that other file. What any other line
 * became, nobody explains.
 */
export function explained(
  known: Pick<TranscriptState, 'run' | 'lines' | 'lastType' | 'layout' | 'role' | 'agent'>,
  line: JsonObject[string] | undefined,
  replaced: FoundSource | undefined,
): { readonly explained?: 'rewrite' | 'migration' } {
  const { run, lines, lastType } = known;
  const isEnd = run.harness === 'cursor' && line === lines - 1 && lastType?.startsWith('turn_ended') === true;
  const isWhole = run.harness === 'gemini' && lastType === 'session' && line === LAST_UPDATED;
  if (isEnd || isWhole) return { explained: 'rewrite' };
  return line === 0 && replaced !== undefined && isMigrated(known, replaced)
    ? { explained: 'migration' }
    : {};
}

function isMigrated(
  { run, layout, role, agent }: Pick<TranscriptState, 'run' | 'layout' | 'role' | 'agent'>,
  { description: now }: FoundSource,
): boolean {
  const isSame = now.session === run.session && now.role === role && now.agent === agent;
  return run.harness === 'codex' && isSame && layout === 'legacy' && now.layout === 'paginated';
}

/** The type of the `i`-th of a batch's lines, where it has one. */
export function typeAt({ rows, data }: LineRecords, i: number): string | undefined {
  const row = i * ROW;
  const length = rows[row + TYPE_LENGTH];
  if (length === undefined || length === 0) return undefined;
  return Buffer.from(data.buffer, data.byteOffset + rows[row + TYPE_AT]!, length).toString('latin1');
}
