import type { Draft, JsonObject, LogRecord, RecordKind } from '../model/record.ts';
import { RECORD_VERSION, ZERO_HASH } from '../model/record.ts';
import type { GateState } from './gate-state.ts';
import type { State } from './state.ts';

/** The log as the gate uses it. */
export type JournalLog = {
  readonly append: (
    drafts: readonly Draft[],
    options?: { readonly urgent?: boolean },
  ) => Promise<readonly { readonly seq: number }[]>;
};

/** Appends what the gate decides, and keeps both folds of the log up with it. */
export class Journal {
  readonly state: State;
  readonly gate: GateState;
  private readonly log: JournalLog;
  private readonly clock: () => number;

  constructor(parts: {
    readonly state: State;
    readonly gate: GateState;
    readonly log: JournalLog;
    readonly clock: () => number;
  }) {
    this.state = parts.state;
    this.gate = parts.gate;
    this.log = parts.log;
    this.clock = parts.clock;
  }

  /**
   * Makes drafts durable; resolves with their sequence numbers. `urgent`: a checkpoint follows at once. The run state
   * knows of them as soon as this is called, calls and approvals when they are durable.
   */
  async append(drafts: readonly Draft[], urgent = false): Promise<readonly number[]> {
    for (const draft of drafts) this.state.apply(draft);
    let places: Awaited<ReturnType<JournalLog['append']>>;
    try {
      places = await this.log.append(drafts, { urgent });
    } catch (error) {
      this.state.takeBack(drafts);
      throw error;
    }
    const time = new Date(this.clock()).toISOString();
    return drafts.map((draft, i) => {
      const { seq } = places[i]!;
      this.gate.apply(recordOf(draft, seq, time));
      return seq;
    });
  }
}

/** A draft as the folds see a record: they look at neither chain. */
export function recordOf({ run, kind, source, data }: Draft, seq: number, time: string): LogRecord {
  const place = run === undefined ? {} : { run: { id: run, seq: 0, prev: ZERO_HASH } };
  return { v: RECORD_VERSION, seq, prev: ZERO_HASH, time, ...place, kind, source, data };
}

export type { Draft, JsonObject, RecordKind };
