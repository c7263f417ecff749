import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readHeld } from '../../src/log/judge.ts';
import { Log } from '../../src/log/log.ts';
import { walkLog } from '../../src/log/walk.ts';
import { acknowledged, buildChild, expectKept, newPlace, run } from './child.ts';

const child = buildChild();
const mount = mkdtempSync(join(tmpdir(), 'tracekit-full-'));
const mounted = tryMount();
afterAll(() => {
  child.remove();
  if (mounted) execFileSync('umount', [mount]);
  rmSync(mount, { recursive: true });
});

function tryMount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', mount], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('skipped: a full disk, since a tmpfs cannot be mounted here (it takes root)');
    return false;
  }
}

it.skipIf(!mounted)(
  'refuses with disk_full on a full disk, records the refusal, and loses nothing',
  async () => {
    const place = newPlace(mount);
    const { lines, stderr } = await run([process.execPath, child.path, place.home, place.seen]);
    expect(stderr).toBe('');
    expect(lines.filter((line) => /^[a-z]/.test(line)).slice(0, 2)).toEqual(['open', 'refused disk_full']);
    const gap = lines.find((line) => line.startsWith('gap'));
    expect(gap).toMatch(/^gap \d+$/);
    const kept = acknowledged(lines);
    expect(kept.size).toBeGreaterThan(100);
    await expectKept(place, kept);
    const said: number[] = [];
    const walk = await walkLog(place.paths.segments, {
      onRecord: ({ record: { seq, data } }) => {
        if (data.gap === 'disk_full') said.push(seq);
      },
    });
    expect(walk.break).toBeUndefined();
    // By the log itself, in front of what the child was given room for.
    expect(said).toEqual([Number(gap!.slice(4)) - 1]);
    const held = readHeld(readFileSync(place.paths.checkpoint), place.paths.checkpoint);
    expect(held.checkpoint.size).toBeGreaterThan(said[0]!);
  },
);

it.skipIf(!mounted)('opens again when there is room, with everything that was acknowledged', async () => {
  const place = newPlace(mount);
  execFileSync('mount', ['-o', 'remount,size=8m', mount]);
  const log = await Log.open({ home: place.home, seen: place.seen, assurance: 'dev', clock: Date.now });
  const { size } = log;
  await log.append([{ kind: 'gap', source: 'signer', data: { gap: 'tailer_lost', assurance: 'dev' } }]);
  await log.close();
  expect((await walkLog(place.paths.segments)).tree.size).toBe(size + 1);
});
