import type { CallBook } from './call-book.ts';
import type { CallEntry } from './entry.ts';

/** More are not compared at once: a run has a handful that wait, or its transcripts were never read. */
const MAX_COMPARED = 20_000;

/**
 * Joins decided calls with those of transcripts where no id does (Cursor, Gemini, Copilot): by tool and equal arguments,
 * in their order.
 */
export function pairNameless(
  calls: CallBook,
  keyOf: (entry: CallEntry, of: 'decided' | 'asked') => string | undefined,
): void {
  const { decided, asked } = calls.lonely;
  const candidates = [...decided].filter(({ id }) => id === undefined || calls.nameless > 0);
  if (candidates.length === 0 || asked.size === 0 || candidates.length + asked.size > MAX_COMPARED) return;
  const waiting = new Map<string, CallEntry[]>();
  for (const entry of asked) {
    const key = keyOf(entry, 'asked');
    if (key === undefined) continue;
    const same = waiting.get(key);
    if (same === undefined) waiting.set(key, [entry]);
    else same.push(entry);
  }
  for (const entry of candidates) {
    const key = keyOf(entry, 'decided');
    const found = key === undefined ? undefined : waiting.get(key)?.shift();
    if (found !== undefined) calls.merge(entry, found);
  }
}
