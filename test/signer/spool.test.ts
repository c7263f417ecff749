import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { homePaths, makeHome } from '../../src/log/home.ts';
import type { HookCall } from '../../src/signer/hook-call.ts';
import { ingestSpool, type SpoolNotice } from '../../src/signer/spool.ts';
import { SPOOL_FILES, type SpoolHead, writeSpool } from '../../src/signer/spool-file.ts';

function newHome() {
  const home = mkdtempSync(join(tmpdir(), 'tracekit-spool-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  makeHome(homePaths(home));
  return { home, spool: homePaths(home).spool };
}

const HEAD: SpoolHead = {
  v: 1,
  agent: 'codex',
  event: 'PostToolUse',
  profile: 'closed',
  install: 'i',
  nonce: 'n',
  cwd: '/w',
  time: 5,
};

async function ingest(home: string, fail?: string) {
  const seen: HookCall[] = [];
  const notices: SpoolNotice[] = [];
  const hook = async (call: HookCall) => {
    if (call.nonce === fail) throw new Error('disk full');
    seen.push(call);
    return { stdout: '', stderr: '', exit: 0 };
  };
  const taken = await ingestSpool({
    home,
    gate: { hook },
    clock: () => Date.now(),
    onNotice: (notice) => notices.push(notice),
  });
  return { seen, notices, taken };
}

it('what was spooled comes in the order of its times, byte for byte, once', async () => {
  const { home, spool } = newHome();
  const payload = Buffer.from([0, 255, 10, 13, 10]);
  expect(writeSpool(spool, { ...HEAD, nonce: 'b', time: 20 }, Buffer.from('second'))).toEqual({
    kind: 'kept',
  });
  expect(writeSpool(spool, { ...HEAD, nonce: 'z', time: 3 }, payload)).toEqual({ kind: 'kept' });
  expect(readdirSync(spool).map((name) => statSync(join(spool, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  const { seen } = await ingest(home);
  expect(seen.map(({ raw }) => Buffer.from(raw).toString('latin1'))).toEqual([
    payload.toString('latin1'),
    'second',
  ]);
  expect(seen[0]).toMatchObject({
    harness: 'codex',
    event: 'PostToolUse',
    cwd: '/w',
    received: 3,
    spooled: true,
  });
  expect((await ingest(home)).taken).toBe(0);
});

it('a file whose hook the gate could not take stays for the next start', async () => {
  const { home, spool } = newHome();
  writeSpool(spool, HEAD, Buffer.from('a'));
  expect((await ingest(home, 'n')).notices).toMatchObject([{ why: 'not taken in: disk full' }]);
  expect((await ingest(home)).taken).toBe(1);
});

it('a time in the future is taken for now', async () => {
  const { home, spool } = newHome();
  writeSpool(spool, { ...HEAD, time: 9e13 }, Buffer.from('a'));
  const [call] = (await ingest(home)).seen;
  expect(call!.received).toBeLessThanOrEqual(Date.now());
});

it('the spool takes no more than its bounds', () => {
  const { spool } = newHome();
  expect(writeSpool(spool, HEAD, Buffer.alloc(64 * 2 ** 20 + 1))).toMatchObject({ kind: 'full' });
  writeFileSync(join(spool, 'large'), '');
  truncateSync(join(spool, 'large'), 256 * 2 ** 20);
  expect(writeSpool(spool, HEAD, Buffer.from('a'))).toMatchObject({ kind: 'full' });
  rmSync(join(spool, 'large'));
  for (let i = 0; i < SPOOL_FILES; i++) writeFileSync(join(spool, String(i)), '');
  expect(writeSpool(spool, HEAD, Buffer.from('a'))).toMatchObject({ kind: 'full' });
});

it('a spool that is missing is a failure, and no exception', () => {
  expect(writeSpool('/nowhere', HEAD, Buffer.from('a'))).toMatchObject({ kind: 'failed' });
});

const NAME = '00000000000007-x.hook';
const line = (head: object) => `${JSON.stringify(head)}\n{}`;

it.each<[string, (spool: string) => void]>([
  ['a FIFO', (spool) => execFileSync('mkfifo', [join(spool, NAME)])],
  ['a link', (spool) => symlinkSync('/etc/passwd', join(spool, NAME))],
  ['a folder', (spool) => mkdirSync(join(spool, NAME))],
  ['a name of other shape', (spool) => writeFileSync(join(spool, '..%2f..%2fx.hook'), line(HEAD))],
  ['no head', (spool) => writeFileSync(join(spool, NAME), '{"v":1}')],
  ['a head that is no object', (spool) => writeFileSync(join(spool, NAME), '[1]\n{}')],
  ['nothing', (spool) => writeFileSync(join(spool, NAME), '')],
  [
    'a huge file',
    (spool) => writeFileSync(join(spool, NAME), '') ?? truncateSync(join(spool, NAME), 2 ** 40),
  ],
  [
    'a call of the closed profile',
    (spool) => writeFileSync(join(spool, NAME), line({ ...HEAD, event: 'PreToolUse' })),
  ],
  [
    'a call of no known harness',
    (spool) => writeFileSync(join(spool, NAME), line({ ...HEAD, agent: '__proto__' })),
  ],
  [
    'a draft nobody finished',
    (spool) =>
      writeFileSync(join(spool, 'a.draft'), 'x') ??
      execFileSync('touch', ['-d', '2020-01-01', join(spool, 'a.draft')]),
  ],
])('%s is set aside, and what follows is taken in', async (_what, plant) => {
  const { home, spool } = newHome();
  writeSpool(spool, { ...HEAD, time: 9 }, Buffer.from('good'));
  plant(spool);
  const { seen, notices } = await ingest(home);
  expect(seen.map(({ raw }) => Buffer.from(raw).toString())).toEqual(['good']);
  expect(notices).toHaveLength(1);
  expect((await ingest(home)).notices).toEqual([]);
});

it('a draft that is being written is left alone', async () => {
  const { home, spool } = newHome();
  writeFileSync(join(spool, 'a.draft'), 'half');
  expect(await ingest(home)).toMatchObject({ taken: 0, notices: [] });
  expect(readdirSync(spool)).toEqual(['a.draft']);
});
