import type { RunState } from './run-state.ts';
import type { RunReport } from './verdict.ts';

/** What a run's records say of its completeness: only with `run.closed` is it known to be all. */
export function reportRun(run: RunState): RunReport {
  const { id, chain, late, opened, closed, transcripts, gaps, calls, decided, holes, holeCount } = run;
  const records = chain?.next ?? 0;
  return {
    run: id,
    harness: opened?.harness ?? 'unknown',
    session: opened?.session ?? 'unknown',
    part: opened?.part ?? 0,
    mode: opened?.mode ?? 'unknown',
    ...(opened?.from === undefined ? {} : { from: opened.from }),
    word: closed === undefined ? `COMPLETE TO ${records - 1} (open)` : 'COMPLETE',
    records,
    late: late?.next ?? 0,
    lines: [...transcripts.values()].reduce((sum, { lines }) => sum + lines, 0),
    ...{ gaps, calls, decided, holes, holeCount },
  };
}
