import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Harness } from '../../src/model/harness.ts';
import { failModePath } from '../../src/signer/fail-mode.ts';
import { ASKS, gateStand, until, waiting } from './gate-stand.ts';

const OPEN = { profile: 'open' } as const;
const BLOCKED: readonly (readonly [Harness, string, string])[] = [
  ['claude-code', 'PreToolUse', '"permissionDecision":"deny"'],
  ['codex', 'PreToolUse', '"permissionDecision":"deny"'],
  ['cursor', 'preToolUse', '"permission":"deny"'],
  ['gemini', 'BeforeTool', '"decision":"deny"'],
  ['copilot', 'preToolUse', '"permissionDecision":"deny"'],
];
const BAD: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', Buffer.alloc(0)],
  ['what is not JSON', Buffer.from('{"session_id":')],
  ['what is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
];

test.each(BLOCKED)(
  'the closed profile blocks what it cannot read, as %s wants to be told',
  async (harness, event, word) => {
    const stand = await gateStand();
    for (const [, payload] of BAD) {
      const answer = await stand.hook(harness, payload, { event });
      expect(answer.stdout).toContain(word);
      expect(answer.stderr).toMatch(/^\[tracekit\] blocked/);
      expect(answer.exit).toBe(harness === 'copilot' ? 0 : 2);
    }
    expect(stand.records('hook.failed').map(({ data }) => data)).toEqual(
      BAD.map(() => ({ harness, event, why: 'unparseable' })),
    );
  },
);

test('the closed profile blocks a call without the ids that its event carries', async () => {
  const stand = await gateStand();
  const answer = await stand.claude('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
  expect(answer).toMatchObject({ exit: 2, stderr: expect.stringContaining('found no call id') });
  expect(stand.records('hook.failed')[0]?.data.why).toBe('missing_ids');
  expect(stand.records('call.decided')).toEqual([]);
});

test('the open profile allows what it cannot read, says so, and records that a hook failed', async () => {
  const stand = await gateStand();
  const answer = await stand.hook('claude-code', 'no JSON', { event: 'PreToolUse', ...OPEN });
  expect(answer).toMatchObject({
    exit: 0,
    stdout: '',
    stderr: expect.stringContaining('not judged, allowed'),
  });
  expect(stand.records('hook.failed')).toHaveLength(1);
});

test('the open profile decides and records a call without a session', async () => {
  const stand = await gateStand();
  const payload = { tool_name: 'Bash', tool_input: { command: 'ls' }, hook_event_name: 'PreToolUse' };
  expect(await stand.hook('claude-code', payload, { event: 'PreToolUse', ...OPEN })).toMatchObject({
    exit: 0,
  });
  expect(stand.records('run.opened', 'call.decided').map(({ data }) => data.session ?? data.verdict)).toEqual(
    ['no-session', 'allow'],
  );
  await stand.stop();
  expect((await stand.verify()).verdicts[0]?.word).toBe('VALID');
});

test('a hook of an unknown harness is recorded; it blocks a call alone', async () => {
  const stand = await gateStand();
  expect(await stand.hook(undefined, '{}', { event: 'PreToolUse' })).toMatchObject({ exit: 2 });
  expect(await stand.hook(undefined, '{}', { event: 'Stop' })).toMatchObject({ exit: 1 });
  expect(await stand.hook(undefined, '{}', { event: 'PreToolUse', ...OPEN })).toMatchObject({ exit: 0 });
  expect(stand.records('hook.failed').map(({ data }) => data.why)).toEqual(Array(3).fill('unknown_harness'));
});

test('an event that is no call exits 1 where it cannot be read, to Copilot 0', async () => {
  const stand = await gateStand();
  expect(await stand.hook('claude-code', '', { event: 'UserPromptSubmit' })).toMatchObject({ exit: 1 });
  expect(await stand.hook('copilot', '', { event: 'userPromptSubmitted' })).toMatchObject({ exit: 0 });
});

test('a policy with fail_mode closed closes the open profile', async () => {
  const stand = await gateStand({ policy: 'version: 1\nfail_mode: closed\n' });
  expect(await stand.hook('claude-code', '', { event: 'PreToolUse', ...OPEN })).toMatchObject({ exit: 2 });
});

test('a project’s fail_mode closed counts, its open does not', async () => {
  const stand = await gateStand();
  mkdirSync(join(stand.project, '.tracekit'));
  const place = join(stand.project, '.tracekit', 'policy.yaml');
  writeFileSync(place, 'version: 1\nfail_mode: closed\n');
  expect(await stand.hook('claude-code', '', { event: 'PreToolUse', ...OPEN })).toMatchObject({ exit: 2 });
  writeFileSync(place, 'version: 1\nfail_mode: open\n');
  const wait = waiting();
  await stand.bash('c1', 'ls', {}, wait);
  expect(wait.modes).toEqual(['closed']);
});

test('a run’s fail mode is told to its hooks, recorded, and kept in a file until its end', async () => {
  const stand = await gateStand({ policy: 'version: 1\nfail_mode: open\n', config: 'settle_seconds: 0.02' });
  const wait = waiting();
  await stand.bash('c1', 'ls', {}, wait);
  await stand.bash('c2', 'ls', {}, wait);
  const path = failModePath(stand.home, 's1')!;
  expect(readFileSync(path, 'utf8')).toBe('open\n');
  expect(wait.modes).toContain('open');
  expect(stand.records('run.opened')[0]?.data.fail_mode).toBe('open');
  await stand.claude('SessionEnd', { reason: 'other' });
  await until(() => !existsSync(path), 'the end of the run');
});

test('an open-profile run without a policy’s word leaves hooks to the installed profile', async () => {
  const stand = await gateStand();
  await stand.bash('c1', 'ls', OPEN);
  expect(existsSync(failModePath(stand.home, 's1')!)).toBe(false);
  expect(stand.records('run.opened')[0]?.data.fail_mode).toBeUndefined();
});

async function withFullDisk(policy = 'version: 1\n') {
  const disk = { full: false };
  const stand = await gateStand({
    policy,
    log: (log) => ({
      append: async (drafts, options) => {
        if (disk.full) throw new Error('no space left on device');
        return log.append(drafts, options);
      },
    }),
  });
  return { stand, disk };
}

test('on a full disk the closed profile blocks, and the open one allows and says so', async () => {
  const { stand, disk } = await withFullDisk();
  disk.full = true;
  expect(await stand.bash('c1', 'ls')).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('no space'),
  });
  expect(await stand.bash('c2', 'ls', OPEN)).toMatchObject({
    exit: 0,
    stdout: '',
    stderr: expect.stringContaining('not judged, allowed'),
  });
});

test('what a policy denies stays denied on a full disk, in the open profile too', async () => {
  const { stand, disk } = await withFullDisk(ASKS.replace('action: ask', 'action: deny'));
  disk.full = true;
  expect(await stand.bash('c1', 'git push', OPEN)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('pushes wait'),
  });
});

test('a hold that cannot be recorded is a deny, and nothing waits', async () => {
  const stand = await gateStand({
    policy: ASKS,
    log: (log) => ({
      append: async (drafts, options) => {
        if (drafts.some(({ kind }) => kind === 'approval.requested')) throw new Error('no space');
        return log.append(drafts, options);
      },
    }),
  });
  expect(await stand.bash('c1', 'git push', OPEN)).toMatchObject({ exit: 2 });
  expect(stand.gate.busy()).toBe(false);
});

test('a run whose opening could not be recorded is opened by its next event, and the log verifies', async () => {
  const { stand, disk } = await withFullDisk();
  disk.full = true;
  const lost = stand.bash('c1', 'ls');
  const behind = stand.claude('UserPromptSubmit', { prompt: 'go' });
  expect([(await lost).exit, (await behind).exit]).toEqual([2, 1]);
  disk.full = false;
  expect(await stand.bash('c2', 'ls')).toMatchObject({ exit: 0 });
  await stand.claude('SessionEnd', { reason: 'other' });
  await stand.stop();
  expect(stand.kinds()).toEqual(['run.opened', 'call.decided', 'call.completed', 'run.ending', 'run.closed']);
  expect((await stand.verify()).verdicts.slice(0, 2).map(({ word }) => word)).toEqual(['VALID', 'COMPLETE']);
});

test('nothing that follows an opening is recorded where the opening failed alone', async () => {
  let fail = true;
  const stand = await gateStand({
    log: (log) => ({
      append: async (drafts, options) => {
        if (fail && drafts.some(({ kind }) => kind === 'run.opened')) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          throw new Error('no space');
        }
        return log.append(drafts, options);
      },
    }),
  });
  const answers = await Promise.all([stand.bash('c1', 'ls'), stand.bash('c2', 'ls')]);
  expect(answers.map(({ exit }) => exit)).toEqual([2, 2]);
  fail = false;
  await stand.bash('c3', 'ls');
  await stand.stop();
  expect((await stand.verify()).verdicts[0]?.word).toBe('VALID');
  expect(stand.records('call.decided').map(({ data }) => data.call)).toEqual(['c3']);
});

test('a log that is broken blocks in the closed profile', async () => {
  const stand = await gateStand();
  await stand.gate.close();
  expect(await stand.bash('c1', 'ls')).toMatchObject({ exit: 2 });
});

test('an unreadable policy blocks in the closed profile, and says where it is wrong', async () => {
  const stand = await gateStand({ policy: 'version: 1\nrules:\n  - {action: shout}\n' });
  expect(await stand.bash('c1', 'ls')).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching(/policy\.yaml.*3/),
  });
});
