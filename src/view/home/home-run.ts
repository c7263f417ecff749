import { setImmediate } from 'node:timers/promises';
import type { Finding } from '../../model/finding.ts';
import { comparingIn } from '../rows/comparing.ts';
import type { RowSource } from '../rows/excerpt.ts';
import { rowFindings } from '../rows/review.ts';
import { type Comparing, RunFold } from '../rows/run-fold.ts';
import type { RowFindings, RowMaking } from '../rows/run-rows.ts';
import type { LogIndex } from './log-index.ts';
import type { RecordLines } from './record-lines.ts';

const YIELD_EACH = 2_048;

/** What the analyzer said of the run, and of how many of its records. */
export type Analysis = { readonly records: number; readonly findings: readonly Finding[] | undefined };

export type HomeRunParts = {
  readonly index: LogIndex;
  readonly lines: RecordLines;
  readonly source: RowSource;
  /** Rows from `from` on are new or changed; `total` is their number. */
  readonly onRows: (run: string, change: { readonly total: number; readonly from: number }) => void;
};

/** A run of a home whose rows somebody looks at: folded once, and on as the log grows. */
export class HomeRun {
  readonly id: string;
  readonly fold = new RunFold();
  analysis: Analysis | undefined;
  readonly #parts: HomeRunParts;
  readonly #comparing: Comparing;
  #next = 0;
  #folding: Promise<void> | undefined;
  #findings: RowFindings | undefined;

  constructor(id: string, parts: HomeRunParts) {
    this.id = id;
    this.#parts = parts;
    this.#comparing = comparingIn(parts.source);
  }

  /** What rows are made from, as far as the run is folded. */
  making(): RowMaking {
    this.#findings ??= rowFindings(this.fold, this.analysis?.findings ?? []);
    return { fold: this.fold, source: this.#parts.source, findings: this.#findings };
  }

  setAnalysis(analysis: Analysis): void {
    this.analysis = analysis;
    this.#findings = undefined;
  }

  /** Takes in all that the index knows of the run. */
  update(): Promise<void> {
    this.#folding ??= this.#fold().finally(() => {
      this.#folding = undefined;
    });
    return this.#folding;
  }

  /** Resolves when there are so many rows that stay as they are, or all there are. */
  async atLeast(rows: number): Promise<void> {
    const all = this.update();
    let done = false;
    const end = all.finally(() => {
      done = true;
    });
    while (!done && this.fold.order.total < rows) await Promise.race([end, setImmediate()]);
    if (done) await end;
  }

  async #fold(): Promise<void> {
    const { index, lines } = this.#parts;
    let count = 0;
    for (const scanned of lines.records(index.recordsOf(this.id, this.#next))) {
      const seq = scanned.kind === 'record' ? scanned.record.seq : scanned.seq;
      this.#next = seq + 1;
      if (scanned.kind === 'record') this.fold.take(scanned.record);
      else if (scanned.kind === 'silent') this.fold.takeSilent(scanned);
      else this.fold.takeUnread(seq);
      if (++count % YIELD_EACH !== 0) continue;
      this.#settle();
      await setImmediate();
    }
    if (count % YIELD_EACH !== 0) this.#settle();
  }

  #settle(): void {
    const from = this.fold.settle(this.#comparing);
    this.#findings = undefined;
    this.#parts.onRows(this.id, { total: this.fold.order.total, from });
  }
}
