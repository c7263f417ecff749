import { factsOf } from '../../src/analyze/facts.ts';
import { homeEvidence } from '../../src/analyze/home-evidence.ts';
import type { Pairs } from '../../src/analyze/pairs.ts';
import { buildTimeline } from '../../src/analyze/timeline/build.ts';
import type { Timeline } from '../../src/analyze/timeline/timeline.ts';
import { homePaths } from '../../src/log/home.ts';
import type { Row } from '../../src/view/api.ts';
import { comparingIn } from '../../src/view/rows/comparing.ts';
import type { RowSource } from '../../src/view/rows/excerpt.ts';
import { RunFold } from '../../src/view/rows/run-fold.ts';
import { type RowMaking, rowsOf } from '../../src/view/rows/run-rows.ts';

/** A run as the viewer shows it, beside the same run as the analyzer reads it. */
export type FoldedRun = {
  readonly id: string;
  readonly making: RowMaking;
  readonly rows: readonly Row[];
  readonly timeline: Timeline;
  readonly pairs: Pairs;
};

/** Folds every run of a home. `each`: settle after so many records. */
export function foldedRuns(home: string, each = Number.POSITIVE_INFINITY): readonly FoldedRun[] {
  const evidence = homeEvidence(homePaths(home));
  try {
    return evidence.runs.map(({ id }) => {
      const records = [...evidence.recordsOf(new Set([id]))].map(({ record }) => record);
      const bySeq = new Map(records.map((record) => [record.seq, record]));
      const source: RowSource = { record: (seq) => bySeq.get(seq), open: evidence.open, gone: 'erased' };
      const fold = new RunFold();
      const comparing = comparingIn(source);
      for (const [i, record] of records.entries()) {
        fold.take(record);
        if ((i + 1) % each === 0) fold.settle(comparing);
      }
      fold.settle(comparing);
      const making: RowMaking = { fold, source, findings: new Map() };
      const timeline = buildTimeline(evidence, id)!;
      return { id, making, rows: allRows(making), timeline, pairs: factsOf(timeline).pairs };
    });
  } finally {
    evidence.close();
  }
}

function allRows(making: RowMaking): readonly Row[] {
  const rows: Row[] = [];
  while (rows.length < making.fold.order.total) rows.push(...rowsOf(making, rows.length, 500).rows);
  return rows;
}
