import { expect, test } from 'vitest';
import { ASKS, bashCall, type GateStand, gateStand, until, waiting } from './gate-stand.ts';

const completed = (stand: GateStand) =>
  stand.records('call.completed').map(({ data }) => [data.call, data.provisional ?? false, data.outcome]);

test('a stop completes what never got its post event, as an error for the time being', async () => {
  const stand = await gateStand();
  await stand.bash('c1', 'ls');
  await stand.claude('Stop', {});
  expect(completed(stand)).toEqual([['c1', true, 'error']]);
  await stand.claude('Stop', {});
  expect(completed(stand)).toHaveLength(1);
});

test('a post event that comes later supersedes the provisional completion', async () => {
  const stand = await gateStand();
  await stand.bash('c1', 'ls');
  await stand.claude('Stop', {});
  await stand.restart();
  await stand.ran('c1', 'ls');
  const [provisional, real] = stand.records('call.completed');
  expect(real?.data).toMatchObject({
    call: 'c1',
    outcome: 'ok',
    supersedes: provisional?.seq,
    pairing: 'id',
  });
});

test('a typed prompt completes provisionally, and what nobody typed does not', async () => {
  const stand = await gateStand();
  await stand.bash('c1', 'ls');
  await stand.claude('UserPromptSubmit', { prompt: '<task-notification>done</task-notification>' });
  expect(completed(stand)).toEqual([]);
  await stand.claude('UserPromptSubmit', { prompt: 'and now the tests' });
  expect(completed(stand)).toEqual([['c1', true, 'error']]);
});

test("a parent's stop leaves its subagent's calls open, and the subagent's own stop completes them", async () => {
  const stand = await gateStand();
  await stand.claude('PreToolUse', { ...bashCall('c1', 'ls'), agent_id: 'a1' });
  await stand.bash('c2', 'pwd');
  await stand.claude('Stop', {});
  expect(completed(stand)).toEqual([['c2', true, 'error']]);
  await stand.claude('SubagentStop', { agent_id: 'a1' });
  expect(completed(stand)).toEqual([
    ['c2', true, 'error'],
    ['c1', true, 'error'],
  ]);
});

test('a call in the background is completed by the end of the session, not by a stop', async () => {
  const stand = await gateStand();
  const call = { ...bashCall('c1', 'make'), tool_input: { command: 'make', run_in_background: true } };
  await stand.claude('PreToolUse', call);
  await stand.restart();
  await stand.claude('Stop', {});
  await stand.claude('UserPromptSubmit', { prompt: 'next' });
  expect(completed(stand)).toEqual([]);
  await stand.claude('SessionEnd', { reason: 'other' });
  expect(completed(stand)).toEqual([['c1', true, 'error']]);
});

test('a denied call is not completed by a stop', async () => {
  const stand = await gateStand({
    policy: ASKS.replace('ask', 'deny').replace('action: ask', 'action: deny'),
  });
  expect((await stand.bash('c1', 'git push')).exit).toBe(2);
  await stand.claude('Stop', {});
  expect(completed(stand)).toEqual([]);
});

test('a denied call that completes all the same is recorded with its call', async () => {
  const stand = await gateStand({ policy: ASKS.replace('action: ask', 'action: deny') });
  await stand.bash('c1', 'git push');
  await stand.ran('c1', 'git push');
  const [call] = stand.records('call.decided');
  expect(stand.records('call.completed')[0]?.data).toMatchObject({ decided: call?.seq, outcome: 'ok' });
});

test('an interrupted call is told from a failed one', async () => {
  const stand = await gateStand();
  await stand.bash('c1', 'ls');
  await stand.claude('PostToolUseFailure', { ...bashCall('c1', 'ls'), error: 'x', is_interrupt: true });
  expect(completed(stand)).toEqual([['c1', false, 'interrupted']]);
});

test('a session that ends is closed after the settling time, and not before', async () => {
  const stand = await gateStand({ config: 'settle_seconds: 0.08' });
  await stand.bash('c1', 'ls');
  await stand.claude('SessionEnd', { reason: 'other' });
  await stand.ran('c1', 'ls');
  expect(stand.kinds()).not.toContain('run.closed');
  await until(() => stand.kinds().at(-1) === 'run.closed', 'the end of the run');
  expect(stand.kinds().slice(-4)).toEqual(['call.completed', 'run.ending', 'call.completed', 'run.closed']);
});

test('what comes late and late again does not keep a run open beyond the longest settling time', async () => {
  const stand = await gateStand({ config: 'settle_seconds: 50\nsettle_max_seconds: 60' });
  await stand.bash('c9', 'ls');
  await stand.claude('SessionEnd', { reason: 'other' });
  stand.now += 59_990;
  await stand.claude('PostToolUse', { ...bashCall('c9', 'ls'), tool_response: {} });
  await until(() => stand.kinds().at(-1) === 'run.closed', 'the end of the run');
});

test('a run whose end was said is closed by the signer that comes after', async () => {
  const stand = await gateStand({ config: 'settle_seconds: 0.05' });
  await stand.claude('SessionStart', { source: 'startup' });
  await stand.gate.hook(
    {
      ...{ raw: Buffer.from('{"session_id":"s1","hook_event_name":"SessionEnd"}'), harness: 'claude-code' },
      ...{ profile: 'closed', install: '', nonce: '', cwd: '/', caller: {}, received: 0, spooled: false },
    },
    waiting(),
  );
  await stand.restart();
  await until(() => stand.kinds().at(-1) === 'run.closed', 'the end of the run');
});

test('a session that is resumed goes on in a later part, and names the part before', async () => {
  const stand = await gateStand();
  await stand.bash('c1', 'ls');
  await stand.claude('SessionEnd', { reason: 'other' });
  await stand.claude('SessionStart', { source: 'resume' });
  const [first, second] = stand.records('run.opened');
  expect(second?.data).toMatchObject({ part: 1, from: { run: first?.run?.id, why: 'later' } });
  expect(stand.records('run.closed')[0]?.data.why).toBe('session_end');
});

test('a killed session that is resumed leaves a gap for the call that never completed', async () => {
  const stand = await gateStand();
  await stand.bash('c1', 'ls');
  await stand.claude('SessionStart', { source: 'resume' });
  expect(stand.records('gap')[0]?.data).toMatchObject({ gap: 'decided_not_completed', call: 'c1' });
  await stand.stop();
  expect((await stand.verify()).verdicts[0]?.word).toBe('VALID');
});

test('an idle run is closed, with a gap for each allowed call that never completed', async () => {
  const stand = await gateStand({ policy: ASKS.replace('action: ask', 'action: deny') });
  await stand.bash('c1', 'ls');
  await stand.bash('c2', 'git push');
  await stand.bash('c3', 'pwd');
  await stand.ran('c3', 'pwd');
  stand.now += 3_600_001;
  await stand.gate.closeIdle();
  expect(stand.records('gap').map(({ data }) => [data.gap, data.call])).toEqual([
    ['decided_not_completed', 'c1'],
  ]);
  expect(stand.records('run.closed')[0]?.data.why).toBe('idle');
});

test('a run with a call that waits for a person is not idle', async () => {
  const stand = await gateStand({ policy: ASKS });
  const wait = waiting();
  const answer = stand.bash('c1', 'git push', {}, wait);
  await until(() => wait.said.length > 0);
  stand.now += 3_600_001;
  await stand.gate.closeIdle();
  expect(stand.records('run.closed')).toEqual([]);
  wait.kill();
  await answer;
});

test('a stop or an end of a session that is over opens no run', async () => {
  const stand = await gateStand();
  await stand.claude('Stop', {});
  await stand.claude('SessionEnd', { reason: 'other' });
  expect(stand.kinds()).toEqual([]);
});

test("a Copilot subagent's run is a child of its parent's, closed by its stop", async () => {
  const stand = await gateStand({ config: 'settle_seconds: 0.02' });
  const parent = { sessionId: 'p1', timestamp: 1, cwd: '/' };
  const agent = { agentId: 'k1', agentType: 'task', parentAgentId: 'p1' };
  await stand.hook('copilot', { ...parent, source: 'new' }, { event: 'sessionStart' });
  const call = { ...parent, ...agent, sessionId: 'k1', toolName: 'bash', toolArgs: { command: 'ls' } };
  await stand.hook('copilot', call, { event: 'preToolUse' });
  const [above, below] = stand.records('run.opened');
  expect(below?.data.from).toEqual({ run: above?.run?.id, why: 'child' });
  expect(stand.records('run.child')[0]).toMatchObject({ run: { id: above?.run?.id }, data: { agent: 'k1' } });
  await stand.hook('copilot', { ...parent, ...agent }, { event: 'subagentStop' });
  await until(() => stand.records('run.closed').length === 1, "the child's end");
  expect(stand.records('run.closed')[0]?.run?.id).toBe(below?.run?.id);
});

test("a child's run is closed with its parent", async () => {
  const stand = await gateStand({ config: 'settle_seconds: 0.02' });
  const parent = { sessionId: 'p1', timestamp: 1, cwd: '/' };
  await stand.hook('copilot', { ...parent, source: 'new' }, { event: 'sessionStart' });
  const call = {
    ...parent,
    sessionId: 'k1',
    agentId: 'k1',
    parentAgentId: 'p1',
    toolName: 'bash',
    toolArgs: {},
  };
  await stand.hook('copilot', call, { event: 'preToolUse' });
  await stand.hook('copilot', { ...parent, reason: 'complete' }, { event: 'sessionEnd' });
  await until(() => stand.records('run.closed').length === 2, 'both ends');
  await stand.stop();
  expect((await stand.verify()).verdicts.slice(0, 2).map(({ word }) => word)).toEqual(['VALID', 'COMPLETE']);
});
