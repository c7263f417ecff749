import type { Mark, Marks } from '../api.ts';
import type { Entry } from './entry.ts';
import type { RunFold } from './run-fold.ts';
import type { RowFindings } from './run-rows.ts';

/** The plot has so many stretches at most. */
const STRETCHES = 400;
/** So many marks of one kind are sent; jumps beyond them go on from the last. */
const MOST_MARKS = 20_000;

/** The whole timeline at a glance. Opens no content. */
export function marksOf(fold: RunFold, findings: RowFindings): Marks {
  const entries = fold.order.all();
  const first = firstOf(fold);
  const end = entries.reduce((most, { ms }) => Math.max(most, ms), first) - first;
  const stretches = Math.max(1, Math.min(STRETCHES, entries.length));
  const width = Math.max(1, Math.ceil((end + 1) / stretches));
  const counts = new Array<number>(Math.ceil((end + 1) / width)).fill(0);
  const marks = { denied: [], held: [], findings: [], gaps: [], prompts: [] } as Record<keyof Kinds, Mark[]>;
  for (const [row, entry] of entries.entries()) {
    // hostile: a log's clock may go back.
    const ms = Math.max(0, entry.ms - first);
    const at = Math.floor(ms / width);
    counts[at] = (counts[at] ?? 0) + 1;
    for (const kind of kindsOf(entry, findings.has(row)))
      if (marks[kind].length < MOST_MARKS) marks[kind].push({ row, ms });
  }
  const start = new Date((fold.head?.opened ?? 0) + first).toISOString();
  return { total: entries.length, clock: fold.clock, start, width, counts, ...marks };
}

/** Where the plot begins: at the run's opening, or where its transcripts do. */
function firstOf({ clock, order }: RunFold): number {
  return clock === 'log' ? 0 : (order.at(0)?.ms ?? 0);
}

type Kinds = Pick<Marks, 'denied' | 'held' | 'findings' | 'gaps' | 'prompts'>;

function kindsOf(entry: Entry, found: boolean): readonly (keyof Kinds)[] {
  const kinds: (keyof Kinds)[] = found || entry.kind === 'finding' ? ['findings'] : [];
  if (entry.kind === 'gap') kinds.push('gaps');
  if (entry.kind === 'prompt' && (entry.origin === 'person' || entry.origin === 'unwitnessed'))
    kinds.push('prompts');
  if (entry.kind !== 'call') return kinds;
  if (entry.verdict === 'deny') kinds.push('denied');
  if (entry.approvals.length > 0 || entry.verdict === 'ask') kinds.push('held');
  return kinds;
}
