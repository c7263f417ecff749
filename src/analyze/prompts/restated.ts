import type { Harness } from '../../model/harness.ts';
import type { Message } from '../timeline/transcript.ts';

/**
 * The type of the line by which a harness takes the place of messages that it has stated again before it (formats: gemini
 * §4, after an Esc). Where a harness has none, its twins are two spellings of one thing (codex §4).
 */
export const RESTATED_BY: Readonly<Partial<Record<Harness, string>>> = { gemini: 'set/messages' };

/**
 * The type of the line in which a harness states a history anew that it makes of what it has (formats: codex §3, a
 * compaction).
 */
const HISTORY_IN: Readonly<Partial<Record<Harness, string>>> = { codex: 'compacted' };

/** Whether a message stands in such a history: where it is known from elsewhere, its place is there. */
export function isInHistory(harness: Harness, { line, origin }: Message): boolean {
  const type = HISTORY_IN[harness];
  return type !== undefined && line.type === type && origin !== 'summary';
}
