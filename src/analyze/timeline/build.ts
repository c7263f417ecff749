import type { Evidence, RunEntry } from '../evidence.ts';
import { contentsOf } from './contents.ts';
import { TimelineFold } from './fold.ts';
import { requestsOf } from './requests.ts';
import type { Run, Timeline } from './timeline.ts';

/**
 * The timeline of one run: its records, those of the runs it comes from, and those of its subagents' runs. Contents stay
 * where they are until a rule asks. undefined where there are no records of the run.
 */
export function buildTimeline(evidence: Evidence, run: string): Timeline | undefined {
  const { standings, missing } = familyOf(evidence.runs, run);
  const fold = new TimelineFold(standings);
  for (const logged of evidence.recordsOf(new Set(standings.keys()))) fold.take(logged);
  const own = fold.runs.get(run);
  if (own === undefined) return undefined;
  const runs = [...fold.runs.values()];
  const sessions = new Map(runs.map(({ id, session }) => [id, session]));
  const isOwn: Timeline['isOwn'] = (at) => fold.runs.get(at.run)?.standing !== 'earlier';
  const { calls, strays } = fold.calls;
  const { transcripts, spoken } = fold.transcripts;
  return {
    source: evidence.source,
    run: own,
    runs,
    missing,
    hooked: [...fold.prompts, ...calls, ...strays].some(({ at }) => sessions.get(at.run) === own.session),
    prompts: fold.prompts,
    calls,
    strays,
    spoken,
    constraints: fold.constraints,
    transcripts,
    requests: requestsOf(transcripts, (id) => sessions.get(id) ?? ''),
    gaps: fold.gaps,
    failedHooks: fold.failedHooks,
    children: fold.children,
    erased: fold.erased,
    contents: contentsOf(evidence),
    isOwn,
  };
}

type Family = {
  readonly standings: ReadonlyMap<string, Run['standing']>;
  readonly missing: readonly string[];
};

/** The runs that a timeline is made of. A bundle names runs of which it holds the opening alone. */
function familyOf(entries: readonly RunEntry[], run: string): Family {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const standings = new Map<string, Run['standing']>([[run, 'own']]);
  const missing: string[] = [];
  for (let from = byId.get(run)?.from?.run; from !== undefined && !standings.has(from); ) {
    // hostile: runs that come from each other end here too.
    standings.set(from, 'earlier');
    if (byId.get(from)?.openingOnly ?? !byId.has(from)) missing.push(from);
    from = byId.get(from)?.from?.run;
  }
  // Ascending by their opening, so that children of children are found in one pass.
  for (const { id, from } of entries) {
    if (from?.why !== 'child' || standings.has(id)) continue;
    const parent = standings.get(from.run);
    if (parent === 'own' || parent === 'child') standings.set(id, 'child');
  }
  return { standings, missing };
}
