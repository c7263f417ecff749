import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { homePaths } from '../../src/log/home.ts';
import { openHome } from '../../src/signer/open-home.ts';
import { saveFold } from '../../src/signer/saved-fold.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { exitOf } from '../../src/verify/report.ts';
import { recordInline, recordsOf, scratch } from './inline-recording.ts';

let place: ReturnType<typeof scratch>;
let transcripts: string;
beforeEach(() => {
  place = scratch();
  transcripts = join(place.dir, 'transcripts');
  cpSync(resolve('fixtures/claude-code/print-resume'), transcripts, { recursive: true });
});
afterEach(() => place.remove());

const states = (): string[] =>
  readdirSync(homePaths(place.home).state).filter((name) => name.endsWith('.json'));

/** What a start makes of the home: the state, and how many records it read for it. */
async function opened(): Promise<{ readonly fold: string; readonly read: number }> {
  let read = 0;
  const beside = {
    start: () => {
      read = 0;
    },
    record: () => {
      read++;
    },
  };
  const home = await openHome(place.home, { beside, saveEvery: Number.POSITIVE_INFINITY });
  const fold = saveFold(home.state);
  await home.close();
  return { fold, read };
}

/** The index's seed is drawn anew where the log is read whole: what it holds is compared by what it finds. */
function withoutCopies(fold: string): unknown {
  return { ...(JSON.parse(fold) as object), copies: undefined };
}

describe('a saved state', () => {
  it('is what the whole log would have given, and spares reading it', async () => {
    await recordInline(place.home, [transcripts], 1);
    expect(states()).toHaveLength(1);
    const saved = await opened();
    expect(saved.read).toBe(1);
    for (const name of states()) writeFileSync(join(homePaths(place.home).state, name), 'not a state');
    const whole = await opened();
    expect(whole.read).toBe(recordsOf(place.home).length);
    expect(withoutCopies(whole.fold)).toEqual(withoutCopies(saved.fold));
  });

  it('lets copies of lines recorded before it be known', async () => {
    const copy = '124105df-b022-4a24-bab0-15bce7c7866e.jsonl';
    const folder = join(transcripts, 'projects', '-home-dev-project');
    const fork = join(folder, copy);
    const bytes = readFileSync(fork);
    writeFileSync(fork, '');
    await recordInline(place.home, [transcripts], 1);
    appendFileSync(fork, bytes);
    expect(await recordInline(place.home, [transcripts], 1)).toMatchObject({ copies: 29 });
    expect(states()).toHaveLength(1);
  });

  it('is named by its hash in the log, and the log verifies', async () => {
    await recordInline(place.home, [transcripts], 1);
    const last = recordsOf(place.home).at(-1)!;
    expect(last).toMatchObject({ kind: 'state.saved', data: { at: last.seq } });
    const report = await verifyHomeFolder({ home: place.home });
    expect(exitOf(report, { strict: false })).toBe(0);
  });

  it('counts for nothing where the record behind it names another hash', async () => {
    await recordInline(place.home, [transcripts], 1);
    const path = join(homePaths(place.home).state, states()[0]!);
    writeFileSync(path, readFileSync(path, 'utf8').replace('open\\":true', 'open\\":fa1se'));
    expect((await opened()).read).toBe(recordsOf(place.home).length);
  });
});
