import type { Draft } from '../model/record.ts';
import type { State, TranscriptState } from './state.ts';

/** What one call to the recorder has done to the state, until its records are durable. */
type Change = {
  readonly drafts: Draft[];
  lines: number;
  /** The transcript that it went on with, as it was before. */
  readonly of: TranscriptState | undefined;
  readonly was: TranscriptState | undefined;
};

/**
 * The state runs ahead of the log: it knows of records as soon as they are made. Where the log refuses them (a full
 * disk), it must become again what the log says, or the next reading would go on behind lines that are nowhere.
 */
export class Unwritten {
  private readonly state: State;
  private readonly changes = new Set<Change>();
  /** The change that is being made. Calls make theirs before they wait for anything. */
  private current: Change | undefined;

  constructor(state: State) {
    this.state = state;
  }

  /** A change begins; `of` is the transcript that it goes on with, if any. */
  begin(of: TranscriptState | undefined): void {
    this.current = { drafts: [], lines: 0, of, was: of && { ...of } };
    this.changes.add(this.current);
  }

  /** Puts a draft into the state. */
  apply(draft: Draft): Draft {
    this.state.apply(draft);
    this.current?.drafts.push(draft);
    return draft;
  }

  /** So many lines were counted in. */
  count(lines: number): void {
    if (this.current !== undefined) this.current.lines += lines;
  }

  /** The change is made, and as good as done when `written` resolves. */
  async end<T>(written: Promise<T>): Promise<T> {
    const change = this.current;
    this.current = undefined;
    const result = await written;
    if (change !== undefined) this.changes.delete(change);
    return result;
  }

  /** Undoes what was never written, the last first. */
  undo(): void {
    for (const change of [...this.changes].reverse()) this.undoOne(change);
    this.changes.clear();
    this.current = undefined;
  }

  private undoOne({ drafts, lines, of, was }: Change): void {
    const { state } = this;
    const last = drafts.findLast((draft) => draft.run !== undefined)?.run;
    const run = last === undefined ? of?.run : state.runs.get(last);
    for (const { kind, run: id, data } of drafts) {
      const opened = kind === 'transcript.opened' ? state.runs.get(id!) : undefined;
      const transcript = opened?.transcripts[data.transcript as number];
      if (transcript !== undefined && transcript !== of) state.forgetTranscript(transcript);
    }
    if (of !== undefined) Object.assign(of, was);
    state.takeBack(drafts);
    if (run !== undefined) run.records -= lines;
  }
}
