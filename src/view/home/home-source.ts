import type { HomePaths } from '../../log/home.ts';
import type {
  Excerpt,
  Integrity,
  Marks,
  RecordProof,
  Review,
  RowPage,
  RunSummary,
  ViewEvent,
  ViewSource,
} from '../api.ts';
import { contentPiece } from '../content-piece.ts';
import { findRow } from '../rows/find.ts';
import { marksOf } from '../rows/marks.ts';
import { reviewOf } from '../rows/review.ts';
import { rowsOf } from '../rows/run-rows.ts';
import { countOf } from '../rows/summary.ts';
import { Follow } from './follow.ts';
import { HomeLog } from './home-log.ts';
import { Judgements, type ViewTasks } from './judgements.ts';
import { recordProof } from './record-proof.ts';
import { RunTitles } from './run-titles.ts';

/** Rows asked for are given as soon as so many more are known: what comes later changes the last ones at most. */
const MARGIN = 300;
/** A run that was not closed and had no record for so long goes on no more, as far as anybody can tell. */
const LIVE_MS = 3_600_000;

export type HomeSourceOptions = {
  readonly paths: HomePaths;
  /** Analysis, verification and proofs, apart from the server's thread. */
  readonly tasks: ViewTasks;
  readonly clock?: () => number;
};

/** A home as the page asks for it. It reads log and vault only, never the signer's memory, but for an answer. */
export class HomeSource implements ViewSource {
  readonly kind = 'home';
  readonly #log: HomeLog;
  readonly #judgements: Judgements;
  readonly #titles: RunTitles;
  readonly #follow: Follow;
  readonly #clock: () => number;
  readonly #tasks: ViewTasks;

  constructor({ paths, tasks, clock = Date.now }: HomeSourceOptions) {
    this.#clock = clock;
    this.#tasks = tasks;
    this.#log = new HomeLog(paths, (run, change) => this.#follow.rows(run, change));
    this.#titles = new RunTitles(this.#log.source);
    this.#judgements = new Judgements(this.#log, tasks, {
      onVerified: (verdicts, integrity) => this.#follow.tell({ kind: 'verified', verdicts, integrity }),
      onAnalyzed: (run) => this.#follow.tell({ kind: 'review', run }),
    });
    this.#follow = new Follow(this.#log, {
      clock,
      summaries: (runs) => [...runs].flatMap((run) => this.#summary(run) ?? []),
      judgements: this.#judgements,
    });
  }

  async runs(): Promise<readonly RunSummary[]> {
    await this.#log.refresh();
    this.#judgements.wantVerdicts();
    const all = [...this.#log.index.runs.keys()].flatMap((run) => this.#summary(run) ?? []);
    return all.sort(
      (a, b) => Number(b.live) - Number(a.live) || (a.last < b.last ? 1 : a.last > b.last ? -1 : 0),
    );
  }

  async review(id: string): Promise<Review> {
    await this.#log.refresh();
    const run = this.#log.run(id);
    await run.update();
    this.#judgements.wantVerdicts();
    this.#judgements.wantAnalysis(run);
    const { analysis } = run;
    return reviewOf(run.making(), {
      summary: this.#summary(id)!,
      analysis: analysis === undefined ? 'running' : analysis.findings === undefined ? 'failed' : 'done',
      findings: analysis?.findings ?? [],
      verdicts: this.#judgements.verdicts,
    });
  }

  async marks(id: string): Promise<Marks> {
    await this.#log.refresh();
    const run = this.#log.run(id);
    await run.update();
    const { fold, findings } = run.making();
    return marksOf(fold, findings);
  }

  async rows(id: string, from: number, count: number): Promise<RowPage> {
    await this.#log.refresh();
    const run = this.#log.run(id);
    await run.atLeast(from + count + MARGIN);
    return rowsOf(run.making(), from, count);
  }

  async find(id: string, words: string, from: number): Promise<number | undefined> {
    await this.#log.refresh();
    const run = this.#log.run(id);
    await run.update();
    return findRow(run.making(), words, from);
  }

  async record(seq: number): Promise<RecordProof> {
    await this.#log.refresh();
    return recordProof(this.#log, seq, this.#tasks);
  }

  async content(seq: number, commitment: string, from: number): Promise<Excerpt> {
    await this.#log.refresh();
    return contentPiece(this.#log.source, { seq, commitment, from });
  }

  follow(take: (event: ViewEvent) => void): () => void {
    return this.#follow.add(take);
  }

  /** Ends what it started. */
  async close(): Promise<void> {
    this.#follow.close();
    this.#judgements.close();
    this.#log.contents.renew();
    await this.#tasks.close();
  }

  #summary(id: string): RunSummary | undefined {
    const info = this.#log.info(id);
    const summary = info.summary();
    if (summary === undefined) return undefined;
    const findings = this.#log.folded(id)?.analysis?.findings;
    return {
      ...summary,
      ...this.#titles.of(info),
      live: !info.closed && this.#clock() - Date.parse(summary.last) < LIVE_MS,
      integrity: this.#judgements.integrity satisfies Integrity,
      ...(findings === undefined ? {} : { findings: countOf(findings) }),
    };
  }
}
