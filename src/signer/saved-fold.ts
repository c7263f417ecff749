import type { Harness } from '../model/harness.ts';
import type { Draft } from '../model/record.ts';
import { CopyIndex, type SavedCopies } from './copies.ts';
import { emptyCounts } from './run-counts.ts';
import type { Generation, RunState, State, TranscriptState } from './state.ts';

/** The state of runs and transcripts as plain data. `run` of a transcript is the place of its run in `runs`. */
type SavedFold = {
  readonly version: 1;
  readonly runs: readonly Omit<RunState, 'transcripts'>[];
  readonly transcripts: readonly (Omit<TranscriptState, 'run'> & { readonly run: number })[];
  readonly generations: readonly Generation[];
  readonly refusals: State['refusals'];
  readonly copies: SavedCopies;
  readonly markKey?: string | undefined;
  /** What holds still in runs that are closed. */
  readonly constraints?: readonly Draft[];
};

/** What `Log.saveState` keeps for the recorder: text that `loadFold` makes the same state of. */
export function saveFold(state: State): string {
  const runs = [...state.runs.values()];
  const places = new Map(runs.map((run, place) => [run, place]));
  const saved: SavedFold = {
    version: 1,
    runs: runs.map(({ transcripts: _, ...run }) => run),
    transcripts: state.transcripts.map(({ run, ...rest }) => ({ ...rest, run: places.get(run)! })),
    generations: state.generations,
    refusals: state.refusals,
    copies: state.copies.save(),
    markKey: state.markKey,
    constraints: state.constraints.save(),
  };
  return JSON.stringify(saved);
}

/** Puts a saved fold into an empty state. Throws on what another version wrote: then the whole log is read. */
export function loadFold(text: string, state: State): void {
  const saved = JSON.parse(text) as SavedFold;
  if (saved.version !== 1)
    throw new TypeError(`a fold of version 1 was expected, found ${String(saved.version)}`);
  const runs = saved.runs.map(
    (run): RunState => ({
      ...run,
      counts: run.counts ?? emptyCounts(),
      harness: run.harness as Harness,
      transcripts: [],
    }),
  );
  for (const run of runs) state.addRun(run);
  for (const { run: place, ...rest } of saved.transcripts) {
    const run = runs[place]!;
    const transcript: TranscriptState = { ...rest, run };
    run.transcripts[transcript.index] = transcript;
    state.transcripts.push(transcript);
  }
  state.generations.push(...saved.generations);
  state.refusals.push(...saved.refusals);
  state.copies = CopyIndex.load(saved.copies);
  state.markKey = saved.markKey;
  for (const draft of saved.constraints ?? []) state.constraints.apply(draft);
}
