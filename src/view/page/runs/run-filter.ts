import type { RunSummary } from '../../api.ts';

/** What a reader can ask of runs; all that is asked has to hold. */
export const TRAITS = ['live', 'held', 'denied', 'findings', 'gaps', 'not verified'] as const;
export type Trait = (typeof TRAITS)[number];

export type RunFilter = {
  readonly words: string;
  readonly harness: string;
  readonly traits: ReadonlySet<Trait>;
};

/** The runs that fit, those that wait or are live first, then the newest. */
export function filteredRuns(runs: Iterable<RunSummary>, filter: RunFilter): readonly RunSummary[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return [...runs].filter((run) => fits(run, filter, words)).sort(byUrgency);
}

/** How many findings there are of all severities. */
export function findingCount({ findings }: RunSummary): number {
  return Object.values(findings ?? {}).reduce((sum, each) => sum + each, 0);
}

function fits(run: RunSummary, { harness, traits }: RunFilter, words: readonly string[]): boolean {
  if (harness !== '' && run.harness !== harness) return false;
  for (const trait of traits) if (!has(run, trait)) return false;
  const text = [run.title, run.project, run.session, run.run, run.harness].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

function has(run: RunSummary, trait: Trait): boolean {
  switch (trait) {
    case 'live':
      return run.live;
    case 'held':
      return run.held > 0;
    case 'denied':
      return run.denied > 0;
    case 'findings':
      return findingCount(run) > 0;
    case 'gaps':
      return run.gaps > 0;
    case 'not verified':
      return run.integrity !== 'ok';
  }
}

function byUrgency(a: RunSummary, b: RunSummary): number {
  const urgency = (run: RunSummary): number => (run.waiting > 0 ? 2 : run.live ? 1 : 0);
  return urgency(b) - urgency(a) || compare(endOf(b), endOf(a)) || compare(a.run, b.run);
}

/** When a run was last heard of: by its transcripts where the log tells only when it was recorded. */
function endOf({ mode, told, last }: RunSummary): string {
  return mode === 'record' && told !== undefined ? told.to : last;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
