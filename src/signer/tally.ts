import { EXACT, EXCHANGE, FLAGS, ORDERED, PROMPT, TWIN, UNLINKED, UNPARSED } from '../model/line-records.ts';
import type { Draft } from '../model/record.ts';
import { addLinks, type LinkCounts } from './run-counts.ts';

/** Counts of what a recording took in. Twins and copies are lines, but no exchanges, prompts or calls again. */
export type Tally = {
  bytes: number;
  lines: number;
  transcripts: number;
  exchanges: number;
  prompts: number;
  calls: number;
  readonly linked: LinkCounts;
  unparsed: number;
  copies: number;
  gaps: number;
};

export function emptyTally(): Tally {
  return {
    bytes: 0,
    lines: 0,
    transcripts: 0,
    exchanges: 0,
    prompts: 0,
    calls: 0,
    linked: { exact: 0, ordered: 0, none: 0 },
    unparsed: 0,
    copies: 0,
    gaps: 0,
  };
}

/** Adds what a batch came to. */
export function addTally(to: Tally, more: Tally): void {
  to.bytes += more.bytes;
  to.lines += more.lines;
  to.exchanges += more.exchanges;
  to.prompts += more.prompts;
  to.calls += more.calls;
  to.unparsed += more.unparsed;
  to.copies += more.copies;
  addLinks(to.linked, more.linked);
}

/** Counts a record in that is none of a line. */
export function count(tally: Tally, { kind }: Pick<Draft, 'kind'>): void {
  if (kind === 'gap') tally.gaps++;
}

/** Counts a line in, by its row. `copied`: it says again what the line with its id said; else it counts for itself. */
export function countLine(
  tally: Tally,
  { rows, row, bytes, copied }: { rows: Int32Array; row: number; bytes: number; copied: boolean },
): void {
  const flags = rows[row + FLAGS]!;
  tally.lines++;
  tally.bytes += bytes;
  if ((flags & UNPARSED) !== 0) tally.unparsed++;
  if (copied) tally.copies++;
  if (copied || (flags & (EXCHANGE | TWIN)) !== EXCHANGE) return;
  tally.exchanges++;
  if ((flags & PROMPT) !== 0) tally.prompts++;
  const [exact, ordered, none] = [rows[row + EXACT]!, rows[row + ORDERED]!, rows[row + UNLINKED]!];
  if (exact + ordered + none === 0) return;
  tally.calls += exact + ordered + none;
  tally.linked.exact += exact;
  tally.linked.ordered += ordered;
  tally.linked.none += none;
}
