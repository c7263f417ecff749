import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Log } from '../../src/log/log.ts';
import { walkLog } from '../../src/log/walk.ts';
import { checkVault } from '../../src/vault/check.ts';
import { acknowledged, buildChild, type ChildRun, expectKept, newPlace, type Place, run } from './child.ts';

const child = buildChild();
afterAll(child.remove);

const traced = spawnSync('strace', ['-f', '-e', 'trace=none', 'true']).status === 0;
if (!traced)
  console.warn('skipped: system calls that fail or lie, since strace is not there or may not trace');

/** Runs the child with one kind of system call going wrong from the `when`th of a thread on. */
function injected(place: Place, call: string, fault: string): Promise<ChildRun> {
  const strace = ['strace', '-f', '--seccomp-bpf', '-qq', '-o', join(place.root, 'trace')];
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:${fault}`];
  return run([...strace, ...inject, process.execPath, child.path, place.home, place.seen, '24']);
}

async function reopen(place: Place): Promise<string> {
  try {
    const log = await Log.open({ home: place.home, seen: place.seen, assurance: 'dev', clock: Date.now });
    await log.close();
    return (await walkLog(place.paths.segments)).break === undefined ? 'sound' : 'broken';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const FAULTS: readonly (readonly [call: string, error: string])[] = [
  ['fdatasync', 'EIO'],
  ['fdatasync', 'ENOSPC'],
  ['fsync', 'EIO'],
  ['pwrite64', 'EIO'],
  ['pwrite64', 'ENOSPC'],
  ['rename', 'EIO'],
];
for (const [call, error] of FAULTS) {
  it.skipIf(!traced)(`loses nothing acknowledged when ${call} fails with ${error}`, async () => {
    for (const when of ['2', '3', '4', '9+']) {
      const place = newPlace();
      const { lines } = await injected(place, call, `error=${error}:when=${when}`);
      expect(await reopen(place)).toBe('sound');
      await expectKept(place, acknowledged(lines));
      rmSync(place.root, { recursive: true });
    }
  });
}

it.skipIf(!traced)('never takes a write that claims more than it did for a record', async () => {
  for (const when of ['4', '6', '8', '10']) {
    const place = newPlace();
    // The call returns 20 and writes nothing.
    await injected(place, 'pwrite64', `retval=20:when=${when}`);
    expect(['sound', 'tampered', 'bad_signature', 'seen_unreadable']).toContain(await reopen(place));
    // A content that a lie kept from the disk is found by the vault's check.
    const { damaged, torn } = await checkVault(place.paths.vault);
    if (damaged.length + torn.length === 0) await expectKept(place, new Map());
    rmSync(place.root, { recursive: true });
  }
});
