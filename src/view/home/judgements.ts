import type { Finding } from '../../model/finding.ts';
import type { Verdict, VerifyReport } from '../../verify/verdict.ts';
import type { Integrity } from '../api.ts';
import { integrityOf } from '../integrity.ts';
import type { HomeLog } from './home-log.ts';
import type { HomeRun } from './home-run.ts';

/** What takes long, done apart from the thread that answers. Each rejects where it cannot be done. */
export type ViewTasks = {
  readonly verify: () => Promise<VerifyReport>;
  readonly analyze: (run: string) => Promise<readonly Finding[]>;
  /** The inclusion proof of record `seq` in the tree of `size` records, and that tree's root, which should be `root`; hex. */
  readonly inclusion: (place: {
    readonly seq: number;
    readonly size: number;
    readonly root: string;
  }) => Promise<{ readonly path: readonly string[]; readonly root: string }>;
  readonly close: () => Promise<void>;
};

export type JudgementsOptions = {
  readonly onVerified: (verdicts: readonly Verdict[], integrity: Integrity) => void;
  readonly onAnalyzed: (run: string) => void;
};

/** A log that grows is judged again when nothing came for so long, and no sooner than so many times what it took. */
const QUIET_MS = 1_500;
const PATIENCE = 5;

/** Verdicts on the log and findings on its runs, each of a size of the log, made again when it has grown. */
export class Judgements {
  verdicts: readonly Verdict[] = [];
  integrity: Integrity = 'unknown';
  readonly #log: HomeLog;
  readonly #tasks: ViewTasks;
  readonly #options: JudgementsOptions;
  readonly #verifying: Job;
  readonly #analyzing = new Map<string, Job>();

  constructor(log: HomeLog, tasks: ViewTasks, options: JudgementsOptions) {
    this.#log = log;
    this.#tasks = tasks;
    this.#options = options;
    this.#verifying = new Job(() => this.#verify());
  }

  /** Asks for the verdicts on the log as it is now. */
  wantVerdicts(): void {
    if (this.#log.index.size > 0) this.#verifying.want(this.#log.index.size);
  }

  /** Asks for the findings on the run as it is now. */
  wantAnalysis(run: HomeRun): void {
    let job = this.#analyzing.get(run.id);
    if (job === undefined) {
      job = new Job(() => this.#analyze(run));
      this.#analyzing.set(run.id, job);
    }
    job.want(run.fold.records);
  }

  /** Another log lies there: nothing is known of it. */
  forget(): void {
    this.verdicts = [];
    this.integrity = 'unknown';
    this.#analyzing.clear();
    this.#verifying.forget();
  }

  close(): void {
    this.#verifying.close();
    for (const job of this.#analyzing.values()) job.close();
  }

  async #verify(): Promise<void> {
    if (this.verdicts.length === 0) this.integrity = 'checking';
    try {
      const { verdicts } = await this.#tasks.verify();
      this.verdicts = verdicts;
      this.integrity = integrityOf(verdicts);
    } catch {
      this.integrity = 'unknown';
    }
    this.#options.onVerified(this.verdicts, this.integrity);
  }

  async #analyze(run: HomeRun): Promise<void> {
    const { records } = run.fold;
    try {
      run.setAnalysis({ records, findings: await this.#tasks.analyze(run.id) });
    } catch {
      run.setAnalysis({ records, findings: undefined });
    }
    this.#options.onAnalyzed(run.id);
  }
}

/** Something that is done once for each state that was asked for, one at a time, and not too often. */
class Job {
  readonly #run: () => Promise<void>;
  #wanted = -1;
  #done = -1;
  #running = false;
  #notBefore = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(run: () => Promise<void>) {
    this.#run = run;
  }

  want(state: number): void {
    if (state === this.#wanted) return;
    this.#wanted = state;
    if (this.#running) return;
    clearTimeout(this.#timer);
    const first = this.#done < 0;
    const wait = first ? 0 : Math.max(QUIET_MS, this.#notBefore - performance.now());
    this.#timer = setTimeout(() => void this.#start(), wait).unref();
  }

  forget(): void {
    this.#wanted = -1;
    this.#done = -1;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#running = true;
  }

  async #start(): Promise<void> {
    this.#running = true;
    const state = this.#wanted;
    const begun = performance.now();
    await this.#run();
    const end = performance.now();
    this.#notBefore = end + PATIENCE * (end - begun);
    this.#done = state;
    this.#running = false;
    if (this.#wanted === state) return;
    const wanted = this.#wanted;
    this.#wanted = state;
    this.want(wanted);
  }
}
