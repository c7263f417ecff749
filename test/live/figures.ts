import { runs } from './model/script.ts';
import type { Served } from './model/server.ts';
import { main, type Stage } from './scenario.ts';
import { Stand } from './stand.ts';

/** What hooks cost a harness, by the model server's clock. */
export type Figures = {
  /** From an answer that asks for a call to the request that brings its result, in ms: the median over the calls. */
  readonly without: number;
  readonly with: number;
  /** Lines of the transcript that the log did not have when the harness had ended. */
  readonly behind: number;
};

const CALLS = 12;

/** Plays the same session without hooks and with those of `init`. */
export async function measure(stage: Stage): Promise<Figures> {
  const without = await played(stage, false);
  const under = await played(stage, true);
  return { without: without.ms, with: under.ms, behind: under.behind };
}

async function played(
  stage: Stage,
  hooks: boolean,
): Promise<{ readonly ms: number; readonly behind: number }> {
  const turns = Array.from({ length: CALLS }, (_, at) => runs(`echo ${at}`));
  const stand = await Stand.open({ ...stage, script: main(...turns), hooks });
  try {
    await stand.run('Please work.');
    const behind = hooks ? await stand.recorded() : 0;
    return { ms: median(roundTrips(stand.model.served)), behind };
  } finally {
    await stand.close();
  }
}

/** Without the first call, before which things are loaded. */
function roundTrips(served: readonly Served[]): readonly number[] {
  return served.slice(2).map(({ came }, at) => came - served[at + 1]!.answered);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
}
