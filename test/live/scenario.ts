import { expect } from 'vitest';
import { DONE, type Script, type Turn } from './model/script.ts';
import { Stand, type StandOptions } from './stand.ts';

/** Something that a harness is made to go through, and what must then be so, in it and in our log. */
export type Scenario = {
  /** As the table in docs/harnesses.md has it. */
  readonly name: string;
  /** Where it can be played; everywhere unless said. */
  readonly suits?: (on: Stage) => boolean;
  readonly play: (on: Stage) => Promise<void>;
};

/** Where a scenario plays: one harness's installed command, and tracekit's. */
export type Stage = Pick<StandOptions, 'live' | 'bin' | 'dist'>;

/** A script whose turns all belong to the main conversation. */
export function main(...turns: readonly Turn[]): Script {
  return { main: [...turns, DONE] };
}

/** Plays on a stand of its own; none of its processes may be left at the end. */
export async function onStand(
  stage: Stage,
  script: Script,
  play: (stand: Stand) => Promise<void>,
): Promise<void> {
  const stand = await Stand.open({ ...stage, script });
  try {
    await play(stand);
  } catch (error) {
    // What the harness was told is half of what there is to see.
    console.error(`${stage.live.harness}: tools gave back: ${stand.model.results}\n${stand.shown}`);
    throw error;
  } finally {
    expect(await stand.close(), 'processes left').toEqual([]);
  }
}
