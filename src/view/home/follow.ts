import { type FSWatcher, watch } from 'node:fs';
import type { RunSummary, ShownHold, ViewEvent } from '../api.ts';
import { holdsOf } from '../rows/review.ts';
import type { HomeLog } from './home-log.ts';
import type { Judgements } from './judgements.ts';
import { isSignerThere } from './signer-there.ts';

/** Files are looked at so often while somebody follows; events of the system only make it sooner. */
const SWEEP_MS = 250;
/** What time alone changes is looked at so often. */
const SLOW_MS = 2_000;

export type FollowOptions = {
  readonly clock: () => number;
  readonly summaries: (runs: Iterable<string>) => readonly RunSummary[];
  readonly judgements: Judgements;
};

type Take = (event: ViewEvent) => void;

/** Tells whoever follows what changes in a home; looks at nothing while nobody does. */
export class Follow {
  readonly #log: HomeLog;
  readonly #options: FollowOptions;
  readonly #takers = new Set<Take>();
  #timer: NodeJS.Timeout | undefined;
  #watcher: FSWatcher | undefined;
  #busy = false;
  #again = false;
  #signer: boolean | undefined;
  #askedSigner = Number.NEGATIVE_INFINITY;
  #toldLive = Number.NEGATIVE_INFINITY;
  #waiting = '';
  #known: Map<string, string> = new Map();

  constructor(log: HomeLog, options: FollowOptions) {
    this.#log = log;
    this.#options = options;
  }

  /** Tells `take` until the returned function is called; what waits for an answer, and what is known, at once. */
  add(take: Take): () => void {
    this.#takers.add(take);
    const { verdicts, integrity } = this.#options.judgements;
    if (verdicts.length > 0) take({ kind: 'verified', verdicts, integrity });
    if (this.#signer !== undefined) take({ kind: 'signer', running: this.#signer });
    // A first look tells everybody all that waits: whoever came just now does not know it.
    this.#waiting = '';
    this.#askedSigner = Number.NEGATIVE_INFINITY;
    this.#signer = undefined;
    this.#start();
    return () => {
      this.#takers.delete(take);
      if (this.#takers.size === 0) this.#stop();
    };
  }

  tell(event: ViewEvent): void {
    for (const take of this.#takers) take(event);
  }

  rows(run: string, { total, from }: { readonly total: number; readonly from: number }): void {
    this.tell({ kind: 'rows', run, total, from });
  }

  close(): void {
    this.#takers.clear();
    this.#stop();
  }

  #start(): void {
    this.#timer ??= setInterval(() => this.#hint(), SWEEP_MS).unref();
    this.#hint();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  /** Something may have changed. */
  #hint(): void {
    if (this.#busy) {
      this.#again = true;
      return;
    }
    this.#busy = true;
    void this.#look().finally(() => {
      this.#busy = false;
      if (!this.#again || this.#timer === undefined) return;
      this.#again = false;
      this.#hint();
    });
  }

  async #look(): Promise<void> {
    try {
      this.#watch();
      await this.#log.refresh();
      const growth = this.#log.takeGrowth();
      if (growth.reset) this.#options.judgements.forget();
      if (growth.reset) this.#tellAll();
      if (growth.runs.size > 0) await this.#grown(growth.runs);
      this.#tellLive();
      await this.#tellHolds();
      await this.#tellSigner();
    } catch {
      // The home may be half there for a moment: the next look sees it whole, or gone.
    }
  }

  /** Events are hints: where the system gives none, the sweep does it alone. */
  #watch(): void {
    if (this.#watcher !== undefined || !this.#log.isThere) return;
    try {
      this.#watcher = watch(this.#log.paths.segments, { persistent: false }, () => this.#hint());
      this.#watcher.on('error', () => {
        this.#watcher?.close();
        this.#watcher = undefined;
      });
    } catch {
      this.#watcher = undefined;
    }
  }

  async #grown(runs: ReadonlySet<string>): Promise<void> {
    const { judgements } = this.#options;
    this.#tellRuns(runs);
    for (const id of runs) {
      const run = this.#log.folded(id);
      if (run === undefined) continue;
      await run.update();
      judgements.wantAnalysis(run);
    }
    judgements.wantVerdicts();
  }

  /** Another log lies there, or none. */
  #tellAll(): void {
    this.#known.clear();
    const runs = this.#options.summaries(this.#log.index.runs.keys());
    this.tell({ kind: 'runs', runs, all: true });
  }

  /** Time alone ends a run that nobody closed. */
  #tellLive(): void {
    const now = this.#options.clock();
    if (now - this.#toldLive < SLOW_MS) return;
    this.#toldLive = now;
    const open = [...this.#log.index.runs.values()].filter(({ closed }) => !closed);
    this.#tellRuns(open.map(({ id }) => id));
  }

  /** Only what is other than it was told last. */
  #tellRuns(runs: Iterable<string>): void {
    const changed = this.#options.summaries(runs).filter((summary) => {
      const text = JSON.stringify(summary);
      if (this.#known.get(summary.run) === text) return false;
      this.#known.set(summary.run, text);
      return true;
    });
    if (changed.length > 0) this.tell({ kind: 'runs', runs: changed });
  }

  async #tellHolds(): Promise<void> {
    const holds: ShownHold[] = [];
    for (const { id, waiting } of this.#log.index.runs.values()) {
      if (waiting.size === 0) continue;
      const run = this.#log.run(id);
      await run.update();
      holds.push(...holdsOf(run.making()).filter(({ state }) => state === 'waiting'));
    }
    const text = holds.map(({ approval }) => approval).join(' ');
    if (text === this.#waiting) return;
    this.#waiting = text;
    this.tell({ kind: 'holds', waiting: holds });
  }

  async #tellSigner(): Promise<void> {
    const now = this.#options.clock();
    if (now - this.#askedSigner < SLOW_MS) return;
    this.#askedSigner = now;
    const running = await isSignerThere(this.#log.paths.home);
    if (running === this.#signer) return;
    this.#signer = running;
    this.tell({ kind: 'signer', running });
  }
}
