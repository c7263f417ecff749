import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { Log } from '../../src/log/log.ts';
import { walkLog } from '../../src/log/walk.ts';
import { formatVkey } from '../../src/proof/vkey.ts';
import { type Acknowledged, acknowledged, buildChild, checkLog, expectKept, newPlace, run } from './child.ts';

const child = buildChild();
afterAll(child.remove);

const ROUNDS = 40;

it('keeps every acknowledged record and its content through kills at random moments (entireio/cli 2038)', async () => {
  const place = newPlace();
  const all: Acknowledged = new Map();
  const starts: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const fromOpen = round % 5 !== 0;
    const after = fromOpen ? Math.random() * 80 : 40 + Math.random() * 80;
    const { lines, stderr } = await run([process.execPath, child.path, place.home, place.seen], {
      after,
      fromOpen,
    });
    if (stderr !== '') starts.push(stderr);
    const before = all.size;
    acknowledged(lines, all);
    await expectKept(place, all, Math.max(0, before - 50));
  }
  expect(starts).toEqual([]);
  expect(all.size).toBeGreaterThan(ROUNDS);
  const log = await Log.open({ home: place.home, seen: place.seen, assurance: 'dev', clock: Date.now });
  await log.close();
  await expectKept(place, all);
  expect((await walkLog(place.paths.segments)).break).toBeUndefined();
  const said = checkLog(place, formatVkey(log.vkey));
  if (said === undefined)
    console.warn('skipped: the independent checker, since ../shared/tools is not there');
  else expect(said).toContain(`${log.size} records`);
  rmSync(place.root, { recursive: true });
});

it('lets exactly one of two that start at once record', async () => {
  const place = newPlace();
  const command = [process.execPath, child.path, place.home, place.seen, '60'];
  const runs = await Promise.all([run(command), run(command), run(command)]);
  const opened = runs.filter(({ lines }) => lines[0] === 'open');
  // One that starts when another has ended already may record behind it; two at once never.
  expect(opened.length).toBeGreaterThan(0);
  for (const { lines, stderr } of runs)
    if (lines.length === 0) expect(stderr).toContain('expected no other writer');
  const all: Acknowledged = new Map();
  for (const { lines } of opened) acknowledged(lines, all);
  expect(all.size).toBe(opened.reduce((sum, { lines }) => sum + acknowledged(lines).size, 0));
  await expectKept(place, all);
  rmSync(place.root, { recursive: true });
});
