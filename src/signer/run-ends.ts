import type { Draft } from '../model/record.ts';
import type { Completions } from './completions.ts';
import type { SignerConfig } from './config.ts';
import type { Journal } from './journal.ts';

/** How often runs are looked at for idleness. */
const LOOK_EVERY_MS = 30_000;

export type RunEndParts = {
  readonly journal: Journal;
  readonly config: SignerConfig;
  readonly clock: () => number;
};

/** Closes runs: some seconds after their session's end, or when nothing was heard of them for an hour. */
export class RunEnds {
  private readonly parts: RunEndParts;
  private readonly completions: Completions;
  /** When each run was last heard of. A run of before this start counts from the start. */
  private readonly heard = new Map<string, number>();
  private readonly settling = new Map<string, NodeJS.Timeout>();
  private looking: NodeJS.Timeout | undefined;
  private closing: Promise<unknown> = Promise.resolve();

  constructor(parts: RunEndParts, completions: Completions) {
    this.parts = parts;
    this.completions = completions;
  }

  begin(): void {
    const now = this.parts.clock();
    for (const run of this.hookRuns()) this.heard.set(run, now);
    this.looking = setInterval(() => this.closeIdle(), LOOK_EVERY_MS);
    this.looking.unref();
  }

  /** Something was heard of the run: it is neither idle nor, if its end was said, over. */
  touch(run: string): void {
    this.heard.set(run, this.parts.clock());
    clearTimeout(this.settling.get(run));
    this.settling.delete(run);
  }

  /** The drafts of a session's end: calls without their post event are completed as errors. */
  ending(run: string): readonly Draft[] {
    return [
      ...this.completions.provisional(run, 'all'),
      { run, kind: 'run.ending', source: 'signer', data: { why: 'session_end' } },
    ];
  }

  /** Closes the run when nothing more comes for `settle_seconds`. */
  settle(run: string): void {
    const timer = setTimeout(
      () => this.closeRun(run, 'session_end'),
      this.parts.config.settle_seconds * 1000,
    );
    this.settling.set(run, timer);
  }

  busy(): boolean {
    return this.settling.size > 0;
  }

  async close(): Promise<void> {
    clearInterval(this.looking);
    for (const [run, timer] of this.settling) {
      clearTimeout(timer);
      this.closeRun(run, 'session_end');
    }
    await this.closing;
  }

  private closeIdle(): void {
    const since = this.parts.clock() - this.parts.config.idle_seconds * 1000;
    for (const run of this.hookRuns()) {
      if ((this.heard.get(run) ?? Number.POSITIVE_INFINITY) < since) this.closeRun(run, 'idle');
    }
  }

  private closeRun(id: string, why: 'session_end' | 'idle'): void {
    this.settling.delete(id);
    this.heard.delete(id);
    const run = this.parts.journal.state.runs.get(id);
    if (run?.open !== true) return;
    const gaps = why === 'idle' ? this.notCompleted(id) : [];
    const last = run.records + gaps.length;
    const closed: Draft = { run: id, kind: 'run.closed', source: 'signer', data: { last, why } };
    const done = this.parts.journal.append([...gaps, closed], true).catch(() => undefined);
    this.closing = Promise.all([this.closing, done]);
  }

  /** A run without a session's end: what was allowed and never completed is a gap (REQUIREMENTS C6). */
  private notCompleted(run: string): readonly Draft[] {
    return this.completions.provisional(run, 'all').map((draft) => ({
      run,
      kind: 'gap',
      source: 'signer',
      data: {
        gap: 'decided_not_completed',
        assurance: 'dev',
        decided: draft.data.decided!,
        ...(draft.data.call === undefined ? {} : { call: draft.data.call }),
      },
    }));
  }

  private hookRuns(): string[] {
    return [...this.parts.journal.state.runs.values()].flatMap((run) =>
      run.open && run.mode === 'hooks' ? [run.id] : [],
    );
  }
}
