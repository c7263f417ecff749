import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { Harness } from '../../src/model/harness.ts';
import { recordsOf } from '../signer/inline-recording.ts';
import { LiveStand } from '../signer/live-stand.ts';
import { amongOld, costOf, hasAllOnce, largeSession, manySessions, quantile } from '../signer/scale.ts';

/** What was measured, for the closing note. */
const rows: { readonly what: string; readonly found: string }[] = [];
afterAll(() => console.table(rows));

type Where = { readonly home?: string; readonly under?: readonly string[] };

async function stand(where: Where = {}): Promise<LiveStand> {
  const one = new LiveStand(where);
  onTestFinished(() => one.remove());
  await one.start('settle_seconds: 5\nsettle_max_seconds: 60\n', 'process');
  return one;
}

function gapsOf(one: LiveStand): readonly unknown[] {
  return recordsOf(one.home).flatMap(({ kind, data }) => (kind === 'gap' ? [data.gap] : []));
}

function times(took: readonly number[]): string {
  return `p50 ${quantile(took, 0.5).toFixed(1)}, p99 ${quantile(took, 0.99).toFixed(1)}, most ${Math.max(...took).toFixed(1)} ms`;
}

function memory(one: LiveStand): string {
  const [tailer] = one.tailers();
  return `tailer ${costOf(tailer!).peak.toFixed(0)} MB at most`;
}

it('records 1,000 sessions at once, each line once', async () => {
  const one = await stand();
  const begun = performance.now();
  const took = await manySessions(one, 1_000);
  const seconds = (performance.now() - begun) / 1_000;
  rows.push({
    what: '1,000 sessions',
    found: `${seconds.toFixed(0)} s; decisions ${times(took)}; ${memory(one)}`,
  });
  await one.stop();
  await hasAllOnce(one);
  expect(gapsOf(one)).toEqual([]);
});

it('records a session of 1 GB beside another, in bounded memory', async () => {
  const one = await stand();
  const begun = performance.now();
  const { took, late } = await largeSession(one, 1e9);
  const seconds = (performance.now() - begun) / 1_000;
  const { peak } = costOf(one.tailers()[0]!);
  rows.push({
    what: 'a session of 1 GB',
    found: `${seconds.toFixed(0)} s; another's decisions ${times(took)}, its line late in ${late} of 20; ${memory(one)}`,
  });
  await one.stop();
  expect(gapsOf(one)).toEqual([]);
  expect(peak).toBeLessThan(150);
});

it('reads none of 20,000 old sessions', async () => {
  const one = await stand();
  const took = await amongOld(one, 20_000);
  const { watches, read } = costOf(one.tailers()[0]!);
  rows.push({
    what: '20,000 old sessions',
    found: `first line after ${took.toFixed(0)} ms; ${watches} watches; ${(read / 1e6).toFixed(1)} MB read; ${memory(one)}`,
  });
  await one.stop();
  expect(watches).toBeLessThan(10);
  expect(recordsOf(one.home).filter(({ kind }) => kind === 'transcript.opened').length).toBe(1);
});

/** A user namespace has limits of its own, so that nobody else's watches are touched. */
function limited(what: string, most: number): readonly string[] {
  const script = `echo ${most} > /proc/sys/user/max_inotify_${what} && exec "$@"`;
  return ['unshare', '--user', '--map-root-user', 'sh', '-c', script, 'sh'];
}

function canLimit(): boolean {
  try {
    const [command, ...args] = [...limited('watches', 1), 'true'];
    execFileSync(command!, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it.skipIf(!canLimit()).each([
  ['watches', 0],
  ['instances', 0],
] as const)('records by its sweep alone where inotify %s are at their limit of %i', async (what, most) => {
  const one = await stand({ under: limited(what, most) });
  const took = await manySessions(one, 100);
  const status = execFileSync(process.execPath, ['dist/tracekit.js', 'status', '--home', one.home], {
    encoding: 'utf8',
  });
  rows.push({ what: `${most} inotify ${what}, 100 sessions`, found: `decisions ${times(took)}` });
  await one.stop();
  await hasAllOnce(one);
  expect(gapsOf(one)).toEqual([]);
  expect(/(ENOSPC|EMFILE): no more file watches/.test(status)).toBe(true);
});

it.skipIf(!existsSync('/dev/shm'))('records into a home on another file system', async () => {
  const one = await stand({ home: join(mkdtempSync('/dev/shm/tracekit-'), 'home') });
  const took = await manySessions(one, 100);
  rows.push({ what: 'home on tmpfs, 100 sessions', found: `decisions ${times(took)}` });
  await one.stop();
  await hasAllOnce(one);
  expect(gapsOf(one)).toEqual([]);
});

/** Two of each harness at least, of which the longest takes 99 s. */
const REAL_TIME: readonly (readonly [Harness, string])[] = [
  ['claude-code', 'tui-main'],
  ['claude-code', 'tui-paste-2-1-332'],
  ['claude-code', 'print-resume'],
  ['codex', 'tui-basic'],
  ['codex', 'tui-trust-approve'],
  ['gemini', 'interactive'],
  ['gemini', 'subagent'],
  ['copilot', 'interactive'],
  ['copilot', 'flush'],
];

it.skipIf(!existsSync('../shared/captures'))(
  'records two sessions of each harness, played in real time',
  async () => {
    const one = await stand();
    await Promise.all(REAL_TIME.map(([harness, scenario]) => one.play(harness, scenario, 1)));
    await one.settled();
    await one.stop();
    await hasAllOnce(one);
    expect(gapsOf(one).filter((gap) => gap !== 'decided_not_completed')).toEqual([]);
  },
);
