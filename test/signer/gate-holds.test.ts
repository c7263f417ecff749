import { expect, test } from 'vitest';
import { ASKS, approvalOf, bashCall, gateStand, until, waiting } from './gate-stand.ts';

const PUSH = 'git push origin main';

async function held(config = '{}') {
  const stand = await gateStand({ policy: ASKS, config });
  const wait = waiting();
  const answer = stand.bash('c1', PUSH, {}, wait);
  const id = await approvalOf(wait);
  return { stand, wait, answer, id };
}

test('a held call says while it waits which approval it waits for, and why', async () => {
  const { stand, wait, id } = await held();
  expect(wait.said).toEqual([`[tracekit] waiting for approval ${id} (t/ask): pushes wait`]);
  const listed = await stand.ask('approvals.list');
  expect(listed).toMatchObject({ ok: true, result: [{ approval: id, state: 'waiting', tool: 'Bash' }] });
});

test('an approval lets the call run, and is in the log before the call is let run', async () => {
  const { stand, answer, id } = await held();
  expect(await stand.ask('approvals.approve', id)).toMatchObject({ ok: true, result: { waited: true } });
  expect(await answer).toMatchObject({ exit: 0, stdout: expect.stringContaining('"allow"') });
  expect(stand.kinds().slice(1)).toEqual([
    'call.decided',
    'approval.requested',
    'approval.answered',
    'approval.used',
  ]);
});

test('a rejected call is denied in the dialect, and says that a person rejected it', async () => {
  const { stand, answer, id } = await held();
  await stand.ask('approvals.reject', id);
  expect(await answer).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('a person rejected this call'),
  });
  expect(await stand.ask('approvals.approve', id)).toMatchObject({ ok: false, code: 'answered' });
});

test('a second identical call asks again', async () => {
  const { stand, answer, id } = await held();
  await stand.ask('approvals.approve', id);
  await answer;
  const again = waiting();
  const second = stand.bash('c2', PUSH, {}, again);
  expect(await approvalOf(again)).not.toBe(id);
  again.kill();
  expect((await second).exit).toBe(2);
});

test('a call that nobody answers in time is denied, and the log says so (claude-code 84302)', async () => {
  const { stand, answer, id } = await held('hold_seconds: 0.05');
  expect(await answer).toMatchObject({ exit: 2, stderr: expect.stringContaining('nobody answered') });
  expect(stand.records('approval.answered')[0]?.data).toMatchObject({ approval: id, answer: 'expired' });
});

test('an approval after the wait stands for the identical call of the run, once, and after a restart too', async () => {
  const { stand, answer, id } = await held('hold_seconds: 0.05');
  await answer;
  expect(await stand.ask('approvals.approve', id)).toMatchObject({ ok: true, result: { waited: false } });
  await stand.restart();
  expect(await stand.bash('c2', PUSH)).toMatchObject({ exit: 0 });
  expect(stand.records('approval.used')[0]?.data).toMatchObject({ approval: id });
  expect(await stand.bash('c3', PUSH)).toMatchObject({ exit: 2 });
});

test('an approval after the wait stands for grant_seconds and no longer', async () => {
  const { stand, answer, id } = await held('hold_seconds: 0.05\ngrant_seconds: 100');
  await answer;
  await stand.ask('approvals.approve', id);
  stand.now += 100_001;
  expect(await stand.bash('c2', PUSH)).toMatchObject({ exit: 2 });
});

const OTHERS: readonly (readonly [string, object])[] = [
  ['one byte of the arguments', bashCall('c2', `${PUSH} `)],
  ['another field of the arguments', { ...bashCall('c2', PUSH), tool_input: { command: PUSH, timeout: 1 } }],
  ['the directory', { ...bashCall('c2', PUSH), cwd: '/elsewhere' }],
  ['the tool', { ...bashCall('c2', PUSH), tool_name: 'BashOutput', tool_input: { command: PUSH } }],
  ['the session', { ...bashCall('c2', PUSH), session_id: 's2' }],
];

test.each(OTHERS)('an approval does not cover a call that differs in %s', async (_what, other) => {
  const { stand, answer, id } = await held('hold_seconds: 0.05');
  await answer;
  await stand.ask('approvals.approve', id);
  await stand.claude('PreToolUse', other);
  expect(stand.records('approval.used')).toEqual([]);
  expect(await stand.bash('c3', PUSH)).toMatchObject({ exit: 0 });
});

test('an approval of arguments nested beyond the reader does not cover others', async () => {
  const stand = await gateStand({ policy: ASKS, config: 'hold_seconds: 0.05' });
  const deep = (inner: string) =>
    JSON.stringify({
      ...bashCall('c1', PUSH),
      session_id: 's1',
      cwd: stand.project,
      hook_event_name: 'PreToolUse',
    }).replace('"command"', `"x":${'['.repeat(2_000)}${inner}${']'.repeat(2_000)},"command"`);
  const wait = waiting();
  await stand.hook('claude-code', deep('1'), { event: 'PreToolUse' }, wait);
  await stand.ask('approvals.approve', await approvalOf(wait));
  expect(await stand.hook('claude-code', deep('2'), { event: 'PreToolUse' })).toMatchObject({ exit: 2 });
});

test('a killed hook cancels its hold, and an approval that comes later is refused', async () => {
  const { stand, wait, answer, id } = await held();
  wait.kill();
  await answer;
  expect(stand.records('approval.cancelled')[0]?.data).toEqual({ approval: id, why: 'hook_gone' });
  expect(await stand.ask('approvals.approve', id)).toMatchObject({
    ok: false,
    code: 'answered',
    message: expect.stringContaining('cancelled'),
  });
});

test('a stop of the signer cancels a hold, and the call does not run', async () => {
  const { stand, answer, id } = await held();
  await stand.stop();
  expect(await answer).toMatchObject({ exit: 2 });
  expect(stand.records('approval.cancelled')[0]?.data).toEqual({ approval: id, why: 'signer_stopped' });
});

test('of two approvers at once one wins, and the other is told', async () => {
  const { stand, answer, id } = await held();
  const answers = await Promise.all([stand.ask('approvals.approve', id), stand.ask('approvals.reject', id)]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, false]);
  expect(answers[1]).toMatchObject({ code: 'answered', message: `${id} is approved already` });
  expect(await answer).toMatchObject({ exit: 0 });
  expect(stand.records('approval.answered')).toHaveLength(1);
});

test('an approval that is being recorded when the wait runs out counts', async () => {
  let slow = Promise.resolve();
  const stand = await gateStand({
    policy: ASKS,
    config: 'hold_seconds: 0.1',
    log: (log) => ({
      append: async (drafts, options) => {
        if (drafts.some(({ kind }) => kind === 'approval.answered')) await slow;
        return log.append(drafts, options);
      },
    }),
  });
  const wait = waiting();
  const answer = stand.bash('c1', PUSH, {}, wait);
  const id = await approvalOf(wait);
  slow = new Promise((resolve) => setTimeout(resolve, 250));
  expect(await stand.ask('approvals.approve', id)).toMatchObject({ ok: true, result: { waited: true } });
  expect(await answer).toMatchObject({ exit: 0 });
  expect(stand.records('approval.answered').map(({ data }) => data.answer)).toEqual(['approved']);
});

test('an answer that cannot be recorded is none, and the call waits on', async () => {
  let full = false;
  const stand = await gateStand({
    policy: ASKS,
    log: (log) => ({
      append: async (drafts, options) => {
        if (full && drafts.some(({ kind }) => kind === 'approval.answered')) throw new Error('disk full');
        return log.append(drafts, options);
      },
    }),
  });
  const wait = waiting();
  const answer = stand.bash('c1', PUSH, {}, wait);
  const id = await approvalOf(wait);
  full = true;
  expect(await stand.ask('approvals.approve', id)).toMatchObject({ ok: false, code: 'not_recorded' });
  full = false;
  expect(await stand.ask('approvals.approve', id)).toMatchObject({ ok: true });
  expect(await answer).toMatchObject({ exit: 0 });
});

test('a hold whose session ends is cancelled before its run is closed', async () => {
  const { stand, answer, id } = await held('settle_seconds: 0.02');
  await stand.claude('SessionEnd', { reason: 'other' });
  expect(await answer).toMatchObject({ exit: 2 });
  await until(() => stand.kinds().at(-1) === 'run.closed', 'the end of the run');
  expect(stand.records('approval.cancelled')[0]?.data).toEqual({ approval: id, why: 'run_closed' });
  await stand.stop();
  const { verdicts } = await stand.verify();
  expect(verdicts.slice(0, 2).map(({ word }) => word)).toEqual(['VALID', 'COMPLETE']);
});

test('who answered stands in the record with its processes', async () => {
  const { stand, id } = await held();
  await stand.ask('approvals.approve', id, { uid: 4242 });
  const [answered] = stand.records('approval.answered');
  expect(JSON.parse(stand.text(answered?.data.by))).toEqual({ uid: 4242, processes: [] });
});
