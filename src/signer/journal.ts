import type { Draft, LogRecord } from '../model/record.ts';
import { RECORD_VERSION, ZERO_HASH } from '../model/record.ts';
import type { GateState } from './gate-state.ts';
import type { State } from './state.ts';

/** The log as the gate uses it. */
export type JournalLog = {
  readonly append: (
    drafts: readonly Draft[],
    options?: { readonly urgent?: boolean; readonly reserve?: boolean },
  ) => Promise<readonly { readonly seq: number }[]>;
};

export type JournalParts = {
  readonly state: State;
  readonly gate: GateState;
  readonly log: JournalLog;
  readonly clock: () => number;
};

/** Appends what the gate decides, and keeps both folds of the log up with it. */
export class Journal {
  readonly state: State;
  readonly gate: GateState;
  private readonly parts: JournalParts;
  /** What is being written of each run. */
  private readonly underWay = new Map<string, Set<Promise<unknown>>>();
  /** The runs whose opening is being written. */
  private readonly openings = new Map<string, Promise<unknown>>();

  constructor(parts: JournalParts) {
    this.state = parts.state;
    this.gate = parts.gate;
    this.parts = parts;
  }

  /**
   * Makes drafts durable; resolves with their sequence numbers. `urgent`: a checkpoint follows at once. The run state
   * knows of them as soon as this is called, calls and approvals when they are durable.
   */
  append(drafts: readonly Draft[], urgent = false): Promise<readonly number[]> {
    for (const draft of drafts) this.state.apply(draft);
    const runs = new Set(drafts.flatMap(({ run }) => run ?? []));
    const before = [...runs].flatMap((run) => this.openings.get(run) ?? []);
    const written = this.write(drafts, before, urgent);
    for (const { kind, run } of drafts) if (kind === 'run.opened') this.noteOpening(run!, written);
    for (const run of runs) this.noteUnderWay(run, written);
    return written;
  }

  /** Resolves when all that was appended to the run so far is durable or given up. */
  async settled(run: string): Promise<void> {
    while (this.underWay.has(run)) {
      await Promise.allSettled([...this.underWay.get(run)!]);
      // What goes on when that is durable may append more.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  }

  /** A failure of ours, told to the log in the room that is kept for it; whether it could be is not asked. */
  async note(draft: Draft): Promise<void> {
    await this.parts.log.append([draft], { urgent: true, reserve: true }).catch(() => undefined);
  }

  private async write(
    drafts: readonly Draft[],
    openings: readonly Promise<unknown>[],
    urgent: boolean,
  ): Promise<readonly number[]> {
    let places: Awaited<ReturnType<JournalLog['append']>>;
    try {
      // A run whose opening could not be recorded has no records.
      if (openings.length > 0) await Promise.all(openings);
      places = await this.parts.log.append(drafts, { urgent });
    } catch (error) {
      this.state.takeBack(drafts);
      throw error;
    }
    const time = new Date(this.parts.clock()).toISOString();
    return drafts.map((draft, i) => {
      const { seq } = places[i]!;
      this.gate.apply(recordOf(draft, seq, time));
      return seq;
    });
  }

  private noteOpening(run: string, written: Promise<unknown>): void {
    this.openings.set(run, written);
    const done = (): void => {
      this.openings.delete(run);
    };
    written.then(done, done);
  }

  private noteUnderWay(run: string, written: Promise<unknown>): void {
    const all = this.underWay.get(run) ?? new Set();
    this.underWay.set(run, all.add(written));
    const done = (): void => {
      all.delete(written);
      if (all.size === 0 && this.underWay.get(run) === all) this.underWay.delete(run);
    };
    written.then(done, done);
  }
}

/** A draft as the folds see a record: they look at neither chain. */
export function recordOf({ run, kind, source, data }: Draft, seq: number, time: string): LogRecord {
  const place = run === undefined ? {} : { run: { id: run, seq: 0, prev: ZERO_HASH } };
  return { v: RECORD_VERSION, seq, prev: ZERO_HASH, time, ...place, kind, source, data };
}
