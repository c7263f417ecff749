import { expect } from 'vitest';
import type { LiveHarness } from './harness/live-harness.ts';
import { DONE, type Script, type Turn } from './model/script.ts';
import { Stand } from './stand.ts';

/** Something that a harness is made to go through, and what must then be so, in it and in our log. */
export type Scenario = {
  /** As the table in docs/harnesses.md has it. */
  readonly name: string;
  readonly play: (on: Stage) => Promise<void>;
};

/** Where a scenario plays: one harness's installed command. */
export type Stage = { readonly live: LiveHarness; readonly bin: string };

/** A script whose turns all belong to the main conversation. */
export function main(...turns: readonly Turn[]): Script {
  return { main: [...turns, DONE] };
}

/** Plays on a stand of its own; none of its processes may be left at the end. */
export async function onStand(
  { live, bin }: Stage,
  script: Script,
  play: (stand: Stand) => Promise<void>,
): Promise<void> {
  const stand = await Stand.open({ live, bin, script });
  try {
    await play(stand);
  } catch (error) {
    // What the harness was told is half of what there is to see.
    console.error(`${live.harness}: tools gave back: ${stand.model.results}`);
    throw error;
  } finally {
    expect(await stand.close(), 'processes left').toEqual([]);
  }
}
