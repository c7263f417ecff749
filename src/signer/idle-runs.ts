import type { FoundSource } from '../model/tail.ts';
import type { TranscriptState } from './state.ts';

/** What of a source tells which run it belongs to. */
type OfRun = {
  readonly found: FoundSource;
  readonly live: TranscriptState | undefined;
  readonly known: TranscriptState | undefined;
};

/** An open run none of whose files was changed for a while, and their sources. */
export type IdleRun = { readonly run: string; readonly sources: readonly number[] };

/** When a file was last changed, ms since 1970; undefined where it is gone. */
export type ChangedAt = (path: string) => number | undefined;

/**
 * The open runs whose files have not changed since `idleSince` (ms since 1970), as `changedAt` says now: a file that is
 * followed grows long after it was found. A run with hooks is not ours to close: its session's end is.
 */
export function idleRuns(
  sources: ReadonlyMap<number, OfRun>,
  idleSince: number,
  changedAt: ChangedAt,
): readonly IdleRun[] {
  const runs = new Map<string, { run: string; changed: number; sources: number[] }>();
  for (const [number, { live, known, found }] of sources) {
    const run = (live ?? known)?.run;
    if (run?.open !== true || run.mode !== 'record') continue;
    const one = runs.get(run.id) ?? { run: run.id, changed: 0, sources: [] };
    one.changed = Math.max(one.changed, found.changed, changedAt(found.path) ?? 0);
    one.sources.push(number);
    runs.set(run.id, one);
  }
  return [...runs.values()].filter(({ changed }) => changed <= idleSince);
}
