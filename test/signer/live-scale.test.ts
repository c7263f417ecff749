import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { recordsOf } from './inline-recording.ts';
import { LiveStand } from './live-stand.ts';
import { amongOld, costOf, hasAllOnce, largeSession, manySessions } from './scale.ts';

/** `test:large` has these a hundred times as large. */
const OTHER_FILE_SYSTEM = '/dev/shm';

async function stand(home?: string): Promise<LiveStand> {
  const one = new LiveStand(home === undefined ? {} : { home });
  onTestFinished(() => one.remove());
  await one.start();
  return one;
}

function gapsOf(one: LiveStand): readonly unknown[] {
  return recordsOf(one.home).flatMap(({ kind, data }) => (kind === 'gap' ? [data.gap] : []));
}

it('records ten sessions at once, each line once', async () => {
  const one = await stand();
  await manySessions(one, 10);
  await one.stop();
  await hasAllOnce(one);
  expect(gapsOf(one)).toEqual([]);
  expect(one.defects).toEqual([]);
});

it('records a session of 10 MB beside another', async () => {
  const one = await stand();
  await largeSession(one, 1e7);
  await one.stop();
  await hasAllOnce(one);
  expect(gapsOf(one)).toEqual([]);
});

it('reads none of two hundred old sessions', async () => {
  const one = await stand();
  await amongOld(one, 200);
  const [tailer] = one.tailers();
  expect(costOf(tailer!).watches).toBeLessThan(10);
  await one.stop();
  expect(recordsOf(one.home).filter(({ kind }) => kind === 'transcript.opened').length).toBe(1);
});

it.skipIf(!existsSync(OTHER_FILE_SYSTEM))('records into a home on another file system', async () => {
  const one = await stand(join(mkdtempSync(join(OTHER_FILE_SYSTEM, 'tracekit-')), 'home'));
  await manySessions(one, 3);
  await one.stop();
  await hasAllOnce(one);
});
