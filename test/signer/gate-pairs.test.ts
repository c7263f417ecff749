import { expect, test } from 'vitest';
import { type GateStand, gateStand, until } from './gate-stand.ts';

const call = (command: string) => ({
  sessionId: 'p1',
  timestamp: 1,
  cwd: '/',
  toolName: 'bash',
  toolArgs: { command },
});

const pre = (stand: GateStand, command: string) =>
  stand.hook('copilot', call(command), { event: 'preToolUse' });

const post = (stand: GateStand, command: string, text: string) => {
  const toolResult = { resultType: 'success', textResultForLlm: text };
  return stand.hook('copilot', { ...call(command), toolResult }, { event: 'postToolUse' });
};

const end = (stand: GateStand) =>
  stand.hook(
    'copilot',
    { sessionId: 'p1', timestamp: 1, cwd: '/', reason: 'complete' },
    { event: 'sessionEnd' },
  );

const seqs = (stand: GateStand, kind: string) => stand.records(kind).map(({ seq }) => seq);
const dataOf = (stand: GateStand, kind: string) => stand.records(kind).map(({ data }) => data);

test('calls without ids are paired by tool and arguments, and equal ones left to the recording', async () => {
  const stand = await gateStand();
  for (const command of ['a', 'b', 'a']) await pre(stand, command);
  for (const command of ['b', 'a', 'a']) await post(stand, command, 'x');
  const [first, second, third] = seqs(stand, 'call.decided');
  expect(dataOf(stand, 'call.completed')).toMatchObject([
    { decided: second, pairing: 'arguments' },
    { among: [first, third] },
    { among: [first, third] },
  ]);
  expect(dataOf(stand, 'call.completed').map(({ decided }) => decided)).toEqual([
    second,
    undefined,
    undefined,
  ]);
});

test('a later equal call is not among those that have their completions already', async () => {
  const stand = await gateStand();
  for (const step of ['pre', 'pre', 'post', 'post', 'pre', 'post'])
    await (step === 'pre' ? pre(stand, 'a') : post(stand, 'a', 'x'));
  const [first, second, third] = seqs(stand, 'call.decided');
  expect(dataOf(stand, 'call.completed')).toMatchObject([
    { among: [first, second] },
    { among: [first, second] },
    { decided: third, pairing: 'arguments' },
  ]);
});

test('a stop completes no call whose completion only waits for its pair', async () => {
  const stand = await gateStand();
  await pre(stand, 'a');
  await pre(stand, 'a');
  await pre(stand, 'lost');
  await post(stand, 'a', 'x');
  await stand.restart();
  await stand.hook('copilot', { sessionId: 'p1', timestamp: 1, cwd: '/' }, { event: 'agentStop' });
  const [, , lost] = seqs(stand, 'call.decided');
  expect(dataOf(stand, 'call.completed').slice(1)).toMatchObject([{ decided: lost, provisional: true }]);
});

test('at the end of the run what waits is paired, then what is left is completed, then the run is closed', async () => {
  const stand = await gateStand({ config: 'settle_seconds: 0.02' });
  await pre(stand, 'a');
  await pre(stand, 'a');
  await post(stand, 'a', 'x');
  await end(stand);
  await until(() => stand.kinds().at(-1) === 'run.closed', 'the end of the run');
  const [first, second] = seqs(stand, 'call.decided');
  const [completed] = seqs(stand, 'call.completed');
  expect(stand.kinds().slice(-4)).toEqual(['run.ending', 'call.paired', 'call.completed', 'run.closed']);
  expect(dataOf(stand, 'call.paired')).toEqual([{ decided: first, completed, pairing: 'fifo' }]);
  expect(dataOf(stand, 'call.completed')[1]).toMatchObject({ decided: second, provisional: true });
  await stand.stop();
  const { verdicts } = await stand.verify();
  expect(verdicts.slice(0, 2).map(({ word }) => word)).toEqual(['VALID', 'COMPLETE']);
});

test('an idle run leaves a gap for a call that no completion can be of, and none for a paired one', async () => {
  const stand = await gateStand();
  await pre(stand, 'a');
  await pre(stand, 'a');
  await post(stand, 'a', 'x');
  stand.now += 3_600_001;
  await stand.gate.closeIdle();
  const [first, second] = seqs(stand, 'call.decided');
  expect(dataOf(stand, 'call.paired')).toMatchObject([{ decided: first, pairing: 'fifo' }]);
  expect(dataOf(stand, 'gap').map(({ decided }) => decided)).toEqual([second]);
});

test('equal calls of Claude Code without ids are guessed at, since no recording tells them apart', async () => {
  const stand = await gateStand();
  const bash = { tool_name: 'Bash', tool_input: { command: 'a' } };
  for (let i = 0; i < 2; i++) await stand.claude('PreToolUse', bash, { profile: 'open' });
  await stand.claude('PostToolUse', { ...bash, tool_response: {} }, { profile: 'open' });
  const [first] = seqs(stand, 'call.decided');
  expect(dataOf(stand, 'call.completed')).toMatchObject([{ decided: first, pairing: 'fifo' }]);
});
