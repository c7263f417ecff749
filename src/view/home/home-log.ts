import { existsSync } from 'node:fs';
import type { HomePaths } from '../../log/home.ts';
import { TracekitError } from '../../model/error.ts';
import type { RowSource } from '../rows/excerpt.ts';
import { HomeContents } from './home-contents.ts';
import { HomeRun } from './home-run.ts';
import { type Growth, LogIndex } from './log-index.ts';
import { RecordLines } from './record-lines.ts';
import type { RunInfo } from './run-info.ts';

export type ViewErrorCode = 'no_such_run' | 'no_such_record' | 'no_such_content' | 'not_here';

/** So many runs stay folded; beyond them, and beyond so many records in all, the one looked at longest ago is let go. */
const KEPT_RUNS = 12;
const KEPT_RECORDS = 2_000_000;

export type RowsChanged = (run: string, change: { readonly total: number; readonly from: number }) => void;

/** A home's log and vault as the viewer reads them: an index, and the runs that somebody looks at. */
export class HomeLog {
  readonly paths: HomePaths;
  readonly contents: HomeContents;
  readonly index: LogIndex;
  readonly lines: RecordLines;
  readonly source: RowSource;
  readonly #runs = new Map<string, HomeRun>();
  readonly #onRows: RowsChanged;
  #refreshing: Promise<void> | undefined;
  /** What followers were not told yet: whoever asks for rows may be the first to see it. */
  #untold = { runs: new Set<string>(), reset: false };

  constructor(paths: HomePaths, onRows: RowsChanged) {
    this.paths = paths;
    this.#onRows = onRows;
    this.contents = new HomeContents(paths.vault);
    this.index = new LogIndex(paths.segments);
    this.lines = new RecordLines(this.index);
    this.source = {
      record: (seq) => this.lines.record(seq),
      open: (content) => this.contents.open(content),
      gone: 'erased',
    };
  }

  /** Whether there is a log at all. */
  get isThere(): boolean {
    return existsSync(this.paths.segments);
  }

  /** Reads what is new in the log. Calls that come meanwhile wait for the same. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Throws `no_such_run`. */
  info(run: string): RunInfo {
    const info = this.index.runs.get(run);
    if (info !== undefined) return info;
    throw new TracekitError<ViewErrorCode>(
      'no_such_run',
      `expected a run of this log, found ${JSON.stringify(run.slice(0, 40))}; its list has them all`,
    );
  }

  /** The run, folded as far as it was when somebody last asked. Throws `no_such_run`. */
  run(id: string): HomeRun {
    this.info(id);
    const known = this.#runs.get(id);
    if (known !== undefined) {
      this.#runs.delete(id);
      this.#runs.set(id, known);
      return known;
    }
    const { index, lines, source } = this;
    const run = new HomeRun(id, { index, lines, source, onRows: this.#onRows });
    this.#runs.set(id, run);
    this.#letGo();
    return run;
  }

  /** The run where it is folded already. */
  folded(id: string): HomeRun | undefined {
    return this.#runs.get(id);
  }

  /** What changed since this was asked last. */
  takeGrowth(): Pick<Growth, 'runs' | 'reset'> {
    const growth = this.#untold;
    this.#untold = { runs: new Set(), reset: false };
    return growth;
  }

  async #refresh(): Promise<void> {
    const { runs, reset, erased } = await this.index.refresh();
    if (reset) {
      this.#runs.clear();
      this.lines.forget();
    }
    if (reset || erased) this.contents.renew();
    this.#untold.reset ||= reset;
    for (const run of runs) this.#untold.runs.add(run);
  }

  #letGo(): void {
    let records = [...this.#runs.values()].reduce((sum, { fold }) => sum + fold.records, 0);
    for (const [id, { fold }] of this.#runs) {
      if (this.#runs.size <= 1 || (this.#runs.size <= KEPT_RUNS && records <= KEPT_RECORDS)) return;
      records -= fold.records;
      this.#runs.delete(id);
    }
  }
}
