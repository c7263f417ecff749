import type { JsonObject, LogRecord } from '../model/record.ts';

/** A call's record names at most so many records. */
const MAX_RECORDS = 64;
/** Turns of a run that are remembered: the newest. Agents of one conversation may take turns at once. */
const MAX_TURNS = 16;

/**
 * What the log says the model thought and said by its hooks, by run and turn: what the calls of the same turn are linked
 * to. Part of the gate's fold, so that a restart between a thought and its call loses no link.
 */
export class SpokenTurns {
  private readonly runs = new Map<string, Map<string, number[]>>();

  apply({ seq, run, data }: LogRecord): void {
    const { from, turn } = data;
    if (run === undefined || from !== 'hook' || typeof turn !== 'string') return;
    const turns = this.runs.get(run.id) ?? new Map<string, number[]>();
    this.runs.set(run.id, turns);
    const said = [...(turns.get(turn) ?? []), seq].slice(-MAX_RECORDS);
    // The newest turn is the last.
    turns.delete(turn);
    turns.set(turn, said);
    if (turns.size > MAX_TURNS) turns.delete(turns.keys().next().value!);
  }

  /** The link of a call of that turn; undefined where nothing was said in it. By order alone: no id ties the two. */
  linkTo(run: string, turn: string | undefined): JsonObject | undefined {
    const records = turn === undefined ? undefined : this.runs.get(run)?.get(turn);
    return records === undefined ? undefined : { basis: 'ordered', records };
  }

  forgetRun(run: string): void {
    this.runs.delete(run);
  }
}
