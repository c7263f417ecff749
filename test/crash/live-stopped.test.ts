import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { seenFolder } from '../../src/log/home.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { recordInline, recordsOf } from '../signer/inline-recording.ts';
import { linesByFile } from '../signer/lines-by-file.ts';
import { LiveStand, type PlayedSession } from '../signer/live-stand.ts';

const SCENARIO = 'print-default';
const MIDDLE = 12;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const mount = mkdtempSync(join(tmpdir(), 'tracekit-full-'));
const mounted = tryMount();
afterAll(() => {
  if (mounted) execFileSync('umount', [mount]);
  rmSync(mount, { recursive: true });
});

function tryMount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', mount], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('skipped: a full disk, since a tmpfs cannot be mounted here (it takes root)');
    return false;
  }
}

async function begun(home?: string): Promise<{ stand: LiveStand; session: PlayedSession }> {
  const stand = new LiveStand(home === undefined ? {} : { home });
  onTestFinished(() => stand.remove());
  await stand.start('settle_seconds: 2\nsettle_max_seconds: 20\n', 'process');
  const session = stand.session('claude-code', SCENARIO);
  await session.steps(0, MIDDLE);
  return { stand, session };
}

/** Plays the rest; gives the gaps, when the log has each line once and verifies. */
async function finished(stand: LiveStand, session: PlayedSession): Promise<readonly unknown[]> {
  await session.steps(MIDDLE, session.moments.length);
  session.finish();
  await stand.until(() => recordsOf(stand.home).some(({ kind }) => kind === 'run.closed'));
  await stand.stop();
  const once = join(stand.dir, 'once');
  await recordInline(once, [stand.user]);
  expect(linesByFile(stand.home, stand.user)).toEqual(linesByFile(once, stand.user));
  const { verdicts } = await verifyHomeFolder({ home: stand.home, seen: seenFolder(process.env) });
  expect(verdicts.find(({ question }) => question === 'integrity')?.word).toBe('VALID');
  return recordsOf(stand.home).flatMap(({ kind, data }) => (kind === 'gap' ? [data.gap] : []));
}

describe.skipIf(!existsSync('../shared/captures'))('a session whose recorder stands still', () => {
  it('is recorded whole, without a gap, when the tailer was stopped for some seconds', async () => {
    const { stand, session } = await begun();
    await stand.until(() => stand.tailers().length > 0);
    stand.killTailer('SIGSTOP');
    await pause(5_000);
    stand.killTailer('SIGCONT');
    expect(await finished(stand, session)).toEqual([]);
  });

  it('gets another tailer, and a gap, when it was stopped for a minute', async () => {
    const { stand, session } = await begun();
    await stand.until(() => stand.tailers().length > 0);
    const [old] = stand.tailers();
    stand.killTailer('SIGSTOP');
    const stopped = Date.now();
    await stand.until(() => Date.now() - stopped > 25_000);
    await stand.until(() => !stand.tailers().includes(old!));
    await stand.until(() => stand.tailers().length > 0);
    expect(await finished(stand, session)).toEqual(['tailer_lost', 'tailer_redelegated']);
  });

  it('is recorded whole, without a gap, when the signer was stopped for longer than a tailer may be', async () => {
    const { stand, session } = await begun();
    await stand.until(() => stand.tailers().length > 0);
    stand.signalSigner('SIGSTOP');
    session.finish();
    const stopped = Date.now();
    await stand.until(() => Date.now() - stopped > 25_000);
    await pause(25_000);
    stand.signalSigner('SIGCONT');
    expect(await finished(stand, session)).toEqual([]);
  });

  it.skipIf(!mounted)('goes on where it stood when the disk was full for a while', async () => {
    const { stand, session } = await begun(join(mount, 'home'));
    const filler = join(mount, 'filler');
    await stand.until(() => linesByFile(stand.home, stand.user).size > 0);
    try {
      for (let n = 0; n < 4_096; n++) writeFileSync(filler, Buffer.alloc(65_536), { flag: 'a' });
    } catch {
      // Full.
    }
    session.finish();
    await stand.until(() => recordsOf(stand.home).some(({ data }) => data.gap === 'disk_full'));
    await pause(3_000);
    rmSync(filler);
    const gaps = await finished(stand, session);
    expect(gaps).toContain('disk_full');
    // That one was lost could not be recorded; that another one came could.
    expect(gaps).toContain('tailer_redelegated');
    expect(gaps.length).toBeLessThan(12);
  });
});
