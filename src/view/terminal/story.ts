import type { Review, Row, ViewSource } from '../api.ts';
import type { Telling } from './call-lines.ts';
import type { RowChoice } from './choice.ts';
import { headLines, tailLines } from './review-lines.ts';
import { FULL, rowLines, SHORT } from './row-lines.ts';
import type { TextLine } from './text-line.ts';
import { wholeRow } from './whole-row.ts';

export type StoryOptions = {
  readonly run: string;
  /** Texts in full. */
  readonly full: boolean;
  /** Rows [from, to]. */
  readonly from?: number;
  readonly to?: number;
  readonly only?: RowChoice;
  /** Waits so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
};

/** A part of a run's story, as data. */
export type StoryPart =
  | { readonly event: 'review'; readonly run: string; readonly review: Review }
  | { readonly event: 'row'; readonly run: string; readonly row: Row }
  | { readonly event: 'end'; readonly run: string; readonly review: Review };

const PAGE = 200;

/**
 * A run from what holds in it to what the log proves. Where rows are chosen, those alone. It waits for the analysis and
 * for the verdicts.
 */
export async function* storyOf(source: ViewSource, options: StoryOptions): AsyncGenerator<StoryPart> {
  const { run, from = 0, to = Number.POSITIVE_INFINITY, only, full } = options;
  const isAll = only === undefined && options.from === undefined && options.to === undefined;
  const review = isAll ? await settledReview(source, options) : undefined;
  if (isAll && review !== undefined) yield { event: 'review', run, review };
  for (let at = from; at <= to; ) {
    const { rows, total } = await source.rows(run, at, Math.min(PAGE, to - at + 1));
    for (const row of rows) {
      if (only !== undefined && !only(row)) continue;
      yield { event: 'row', run, row: full ? await wholeRow(source, row) : row };
    }
    at += rows.length;
    if (rows.length === 0 || at >= total) break;
  }
  if (isAll && review !== undefined) yield { event: 'end', run, review };
}

/** How a run's rows are told. */
export async function tellingOf(source: ViewSource, { run, full }: StoryOptions): Promise<Telling> {
  const mode = (await source.runs()).find((one) => one.run === run)?.mode;
  return { ...(full ? FULL : SHORT), hooked: mode === 'hooks' };
}

/** A part as lines. */
export function partLines(part: StoryPart, telling: Telling): readonly TextLine[] {
  switch (part.event) {
    case 'review':
      return [
        ...headLines(part.review),
        { indent: 0, pieces: [] },
        { indent: 0, pieces: [['strong', 'TIMELINE']] },
      ];
    case 'row':
      return rowLines(part.row, telling);
    case 'end':
      return tailLines(part.review);
  }
}

/** Longer than this nobody waits for an analysis; the review says that it is not through. */
const PATIENCE_MS = 600_000;

async function settledReview(source: ViewSource, { run, wait }: StoryOptions): Promise<Review> {
  let waited = 0;
  for (let ms = 20; ; ms = Math.min(1_000, ms * 2)) {
    const review = await source.review(run);
    const isSettled = review.analysis !== 'running' && review.verdicts.length > 0;
    if (isSettled || waited > PATIENCE_MS) return review;
    await wait(ms);
    waited += ms;
  }
}
