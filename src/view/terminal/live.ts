import type { Row, RunSummary, ShownFinding, ShownHold, ViewEvent, ViewSource } from '../api.ts';
import { holdLines } from './call-lines.ts';
import { excerptLines } from './excerpt-lines.ts';
import { PrintedRows } from './printed-rows.ts';
import { findingLines, summaryLines } from './review-lines.ts';
import { SHORT } from './row-lines.ts';
import type { TextLine } from './text-line.ts';

/** What is told while it happens, as data. */
export type LiveEvent =
  | { readonly event: 'run'; readonly summary: RunSummary }
  | { readonly event: 'row'; readonly run: string; readonly row: Row }
  | { readonly event: 'hold'; readonly hold: ShownHold }
  | { readonly event: 'finding'; readonly run: string; readonly finding: ShownFinding }
  | { readonly event: 'integrity'; readonly word: string; readonly why: string }
  | { readonly event: 'signer'; readonly running: boolean };

export type LiveOptions = {
  /** Only this run. */
  readonly run?: string;
  /** So many rows of what was there before are shown first. */
  readonly before: number;
  /** Takes an event, and what is new of it as lines. */
  readonly print: (event: LiveEvent, lines: readonly TextLine[]) => Promise<void>;
};

type Followed = {
  readonly printed: PrintedRows;
  /** Rows of earlier records are not told. */
  since: number;
  readonly findings: Set<string>;
};

const PAGE = 200;
const END = Number.MAX_SAFE_INTEGER;

/** Tells what goes on in the runs of a home until it is stopped; each event after the one before. hostile: every text. */
export class Live {
  readonly #source: ViewSource;
  readonly #options: LiveOptions;
  readonly #runs = new Map<string, Followed>();
  readonly #known = new Set<string>();
  readonly #holds = new Set<string>();
  /** Holds whose calls were told with them. */
  readonly #told = new Set<string>();
  readonly #queue: ViewEvent[] = [];
  #integrity = '';
  #working: Promise<void> | undefined;
  #stop: (() => void) | undefined;
  #failed: ((error: unknown) => void) | undefined;

  constructor(source: ViewSource, options: LiveOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Tells the last rows of what is live, then all that comes. Rejects where it can go on no more. */
  async run(): Promise<void> {
    const broken = new Promise<never>((_, reject) => {
      this.#failed = reject;
    });
    const ended = new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
    for (const summary of (await this.#source.runs()).toReversed()) {
      this.#known.add(summary.run);
      const isWanted = this.#options.run === undefined ? summary.live : summary.run === this.#options.run;
      if (isWanted) await this.#begin(summary, this.#options.before);
    }
    this.#stop = this.#source.follow?.((event) => this.#take(event));
    await Promise.race([ended, broken]);
  }

  #ended: () => void = () => undefined;

  stop(): void {
    this.#stop?.();
    this.#ended();
  }

  #take(event: ViewEvent): void {
    const last = this.#queue.findLast((one) => one.kind === 'rows');
    // Rows that come faster than they are read are read at once.
    if (event.kind === 'rows' && last?.kind === 'rows' && last.run === event.run)
      this.#queue.splice(this.#queue.indexOf(last), 1, { ...event, from: Math.min(last.from, event.from) });
    else this.#queue.push(event);
    this.#working ??= this.#work().then(
      () => {
        this.#working = undefined;
      },
      (error) => this.#failed?.(error),
    );
  }

  async #work(): Promise<void> {
    for (let event = this.#queue.shift(); event !== undefined; event = this.#queue.shift())
      await this.#tell(event);
  }

  async #tell(event: ViewEvent): Promise<void> {
    const { print } = this.#options;
    switch (event.kind) {
      case 'runs':
        for (const summary of event.runs) await this.#seen(summary);
        return;
      case 'rows':
        return this.#rows(event.run, event.from);
      case 'holds':
        for (const hold of event.waiting) await this.#held(hold);
        return;
      case 'review':
        return this.#review(event.run);
      case 'signer':
        return print({ event: 'signer', running: event.running }, [
          { indent: 0, pieces: [['quiet', `the signer is ${event.running ? '' : 'not '}running`]] },
        ]);
      case 'verified': {
        const bad = event.verdicts.find(({ question }) => question === 'integrity');
        if (bad?.standing !== 'failed' || bad.word === this.#integrity) return;
        this.#integrity = bad.word;
        const why = bad.basis[0] ?? '';
        return print({ event: 'integrity', word: bad.word, why }, [
          { indent: 0, pieces: [['bad', `the log does not hold: ${bad.word}`], `: ${why}`] },
        ]);
      }
    }
  }

  async #seen(summary: RunSummary): Promise<void> {
    const { run, live } = summary;
    const isNew = !this.#known.has(run);
    this.#known.add(run);
    if (this.#runs.has(run) || !live) return;
    if (this.#options.run !== undefined && this.#options.run !== run) return;
    await this.#begin(summary, isNew ? END : this.#options.before);
  }

  async #begin(summary: RunSummary, before: number): Promise<void> {
    const { run } = summary;
    const followed: Followed = {
      printed: new PrintedRows({ ...SHORT, hooked: summary.mode === 'hooks' }),
      since: 0,
      findings: new Set(),
    };
    this.#runs.set(run, followed);
    await this.#options.print({ event: 'run', summary }, summaryLines(summary));
    const { total } = await this.#source.rows(run, END, 0);
    const from = Math.max(0, total - before);
    const [first] = (await this.#source.rows(run, from, 1)).rows;
    followed.since = first?.seq ?? 0;
    await this.#rows(run, from);
  }

  async #rows(run: string, from: number): Promise<void> {
    const followed = this.#runs.get(run);
    if (followed === undefined) return;
    for (let at = from; ; ) {
      const { rows, total } = await this.#source.rows(run, at, PAGE);
      for (const row of rows) if (row.seq >= followed.since) await this.#row(run, followed, row);
      at += rows.length;
      if (rows.length === 0 || at >= total) return;
    }
  }

  async #row(run: string, followed: Followed, row: Row): Promise<void> {
    const lines = followed.printed.take(row);
    if (row.kind === 'call' && row.hold?.state === 'waiting') this.#told.add(row.hold.approval);
    if (lines.length > 0) await this.#options.print({ event: 'row', run, row }, lines);
  }

  /** Each once; what was told with its call has no lines of its own. */
  async #held(hold: ShownHold): Promise<void> {
    const { run } = this.#options;
    if (this.#holds.has(hold.approval) || (run !== undefined && hold.run !== run)) return;
    this.#holds.add(hold.approval);
    const lines = this.#told.has(hold.approval) ? [] : holdAlone(hold);
    await this.#options.print({ event: 'hold', hold }, lines);
  }

  async #review(run: string): Promise<void> {
    const followed = this.#runs.get(run);
    if (followed === undefined) return;
    for (const finding of (await this.#source.review(run)).findings) {
      // What is only worth knowing can wait until the run is shown.
      if (finding.severity === 'info' || followed.findings.has(finding.fingerprint)) continue;
      followed.findings.add(finding.fingerprint);
      await this.#options.print({ event: 'finding', run, finding }, findingLines(finding));
    }
  }
}

/** What waits for an answer, of a run that is not followed. */
function holdAlone(hold: ShownHold): readonly TextLine[] {
  return [
    { indent: 0, pieces: [['held', `HELD ${hold.approval}`], ` ${hold.tool}`] },
    ...excerptLines(hold.input, 4, Number.MAX_SAFE_INTEGER),
    ...holdLines(hold),
  ];
}
