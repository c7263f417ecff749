import type { Review, Row, RunSummary, ViewEvent, ViewSource } from '../../src/view/api.ts';
import { marksOf, pageOf, RUN, rowOf, summaryOf } from './made-rows.ts';

export type MadeSource = ViewSource & {
  /** Tells the pages that follow. */
  readonly tell: (event: ViewEvent) => void;
  readonly followers: () => number;
  /** How rows were asked for, in order. */
  readonly asked: { readonly from: number; readonly count: number }[];
  total: number;
  row: (row: number) => Row;
};

export function reviewOf(summary: RunSummary, part: Partial<Review> = {}): Review {
  return {
    ...{ summary, constraints: [], findings: [], notRun: [], analysis: 'done', gaps: [], holds: [] },
    coverage: {
      ...{ told: 50, decided: 50, undecided: 0, lines: 100, unparsed: 0 },
      links: { exact: 40, ordered: 5, none: 5 },
      reasoning: { full: 10, summary: 0, sealed: 0, none: 0 },
    },
    ...{ verdicts: [], versions: ['2.1.332'], children: [] },
    ...part,
  } as Review;
}

/** A home with one made run of so many rows; a test can replace each answer. */
export function madeSource(total: number, part: Partial<ViewSource> = {}): MadeSource {
  const takers = new Set<(event: ViewEvent) => void>();
  const source: MadeSource = {
    ...{ kind: 'home', total, row: rowOf, asked: [] },
    runs: async () => [summaryOf({ records: total })],
    review: async () => reviewOf(summaryOf()),
    marks: async () => marksOf(source.total),
    rows: async (_run, from, count) => {
      source.asked.push({ from, count });
      return pageOf(source.total, from, count, source.row);
    },
    find: async (_run, words, from) => {
      for (let row = from; row < source.total; row++)
        if (JSON.stringify(source.row(row)).includes(words)) return row;
      return undefined;
    },
    record: () => Promise.reject(new Error('there is no such record')),
    content: () => Promise.reject(new Error('there is no such content')),
    follow: (take) => {
      takers.add(take);
      return () => void takers.delete(take);
    },
    tell: (event) => {
      for (const take of takers) take(event);
    },
    followers: () => takers.size,
    ...part,
  };
  return source;
}

export { RUN };
