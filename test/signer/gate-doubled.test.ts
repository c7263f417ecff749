import { expect, test } from 'vitest';
import { ASKS, approvalOf, type GateStand, gateStand, waiting } from './gate-stand.ts';

const PUSH = 'git push origin main';
const decided = (stand: GateStand) => stand.records('call.decided').length;

/** Copilot gives no call ids: what pairs its calls is their order. */
function copilot(stand: GateStand, install: string, more: object = {}, wait = waiting()) {
  const common = { sessionId: 'p1', timestamp: 1, cwd: stand.project };
  const payload = { ...common, toolName: 'bash', toolArgs: { command: PUSH }, ...more };
  return stand.hook('copilot', payload, { event: 'preToolUse', install }, wait);
}

test('a call that two installs see is one call with one decision', async () => {
  const stand = await gateStand();
  const answers = await Promise.all([stand.bash('c1', 'ls'), stand.bash('c1', 'ls', { install: 'two' })]);
  expect(answers[0]).toEqual(answers[1]);
  expect(decided(stand)).toBe(1);
});

test('hooks that run one after the other share a decision too, however long it was held', async () => {
  const stand = await gateStand({ policy: ASKS });
  const wait = waiting();
  const first = stand.bash('c1', PUSH, {}, wait);
  const id = await approvalOf(wait);
  stand.now += 300_000;
  await stand.ask('approvals.approve', id);
  await first;
  expect(await stand.bash('c1', PUSH, { install: 'two' })).toMatchObject({ exit: 0 });
  expect(decided(stand)).toBe(1);
});

test('two installs wait in one hold, both say so, and both get its answer', async () => {
  const stand = await gateStand({ policy: ASKS });
  const waits = [waiting(), waiting()] as const;
  const answers = [
    stand.bash('c1', PUSH, {}, waits[0]),
    stand.bash('c1', PUSH, { install: 'two' }, waits[1]),
  ];
  const id = await approvalOf(waits[0]);
  expect(await approvalOf(waits[1])).toBe(id);
  await stand.ask('approvals.approve', id);
  expect((await Promise.all(answers)).map(({ exit }) => exit)).toEqual([0, 0]);
  expect(stand.records('approval.used')).toHaveLength(1);
});

test('a hold goes on while one of two hooks waits in it', async () => {
  const stand = await gateStand({ policy: ASKS });
  const waits = [waiting(), waiting()] as const;
  const answers = [
    stand.bash('c1', PUSH, {}, waits[0]),
    stand.bash('c1', PUSH, { install: 'two' }, waits[1]),
  ];
  const id = await approvalOf(waits[1]);
  waits[0].kill();
  await stand.ask('approvals.approve', id);
  expect((await answers[1])?.exit).toBe(0);
});

test('without call ids the n-th call of one install is the n-th of the other', async () => {
  const stand = await gateStand();
  for (const install of ['one', 'one', 'two', 'two']) await copilot(stand, install);
  expect(decided(stand)).toBe(2);
  await copilot(stand, 'two');
  expect(decided(stand)).toBe(3);
});

test('equal calls more than two seconds apart are two, though two installs saw one each', async () => {
  const stand = await gateStand();
  await copilot(stand, 'one');
  stand.now += 2_001;
  await copilot(stand, 'two');
  expect(decided(stand)).toBe(2);
});

test('a call in the spelling of another install is the same call (termaxa 87)', async () => {
  const stand = await gateStand();
  await copilot(stand, 'one');
  const claude = { session_id: 'p1', timestamp: '2026-11-30T12:00:00.000Z', cwd: stand.project };
  const payload = {
    ...claude,
    tool_name: 'Bash',
    tool_input: { command: PUSH },
    hook_event_name: 'PreToolUse',
  };
  await stand.hook('claude-code', payload, { event: 'PreToolUse', install: 'two' });
  expect(decided(stand)).toBe(1);
});

test('calls with one id and other arguments are two calls', async () => {
  const stand = await gateStand();
  await stand.bash('c1', 'ls');
  await stand.bash('c1', 'rm -rf /', { install: 'two' });
  expect(decided(stand)).toBe(2);
});

test('a doubled prompt, post event, stop and end are recorded once', async () => {
  const stand = await gateStand();
  await stand.bash('c1', 'ls');
  for (const install of ['one', 'two']) {
    await stand.ran('c1', 'ls', { install });
    await stand.claude('UserPromptSubmit', { prompt: 'go' }, { install });
    await stand.bash('c2', 'sleep 1', { install });
    await stand.claude('Stop', {}, { install });
    await stand.claude('SessionEnd', { reason: 'other' }, { install });
  }
  expect(stand.kinds()).toEqual([
    'run.opened',
    'call.decided',
    'call.completed',
    'input.observed',
    'call.decided',
    'call.completed',
    'run.ending',
  ]);
});

const CURSOR = { conversation_id: 'u1', generation_id: 'g1', cursor_version: '2.0.0' };

function cursor(stand: GateStand, event: string, fields: object, install = 'one', wait = waiting()) {
  const payload = { ...CURSOR, cwd: stand.project, hook_event_name: event, ...fields };
  return stand.hook('cursor', payload, { event, install }, wait);
}

const shell = (id: string) => ({ tool_name: 'Shell', tool_input: { command: PUSH }, tool_use_id: id });

test('beforeShellExecution takes the decision of the open call of its generation and command', async () => {
  const stand = await gateStand({ policy: ASKS });
  const wait = waiting();
  const first = cursor(stand, 'preToolUse', shell('t1'), 'one', wait);
  const id = await approvalOf(wait);
  stand.now += 400_000;
  await stand.ask('approvals.approve', id);
  await first;
  expect(await cursor(stand, 'beforeShellExecution', { command: PUSH })).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('"allow"'),
  });
  expect(decided(stand)).toBe(1);
});

test('a granular event of another command or generation is decided for itself', async () => {
  const stand = await gateStand();
  await cursor(stand, 'preToolUse', shell('t1'));
  await cursor(stand, 'beforeShellExecution', { command: 'ls' });
  await cursor(stand, 'beforeShellExecution', { command: PUSH, generation_id: 'g2' });
  expect(decided(stand)).toBe(3);
});

test('each decision is given to one granular event: a further one is a call of its own', async () => {
  const stand = await gateStand();
  await cursor(stand, 'preToolUse', shell('t1'));
  for (let i = 0; i < 2; i++) await cursor(stand, 'beforeShellExecution', { command: PUSH });
  expect(decided(stand)).toBe(2);
});

test('a granular event after a restart takes the decision from the log', async () => {
  const stand = await gateStand({
    policy: 'version: 1\nrules:\n  - {id: t/no, match: "git push **", action: deny, reason: never}\n',
  });
  await cursor(stand, 'preToolUse', shell('t1'));
  await stand.restart();
  expect(await cursor(stand, 'beforeShellExecution', { command: PUSH })).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('never'),
  });
  expect(decided(stand)).toBe(1);
});

const FILE = '/home/dev/app/a.txt';
const BOTH_LAYERS: readonly (readonly [string, object, object])[] = [
  ['beforeShellExecution', { tool_name: 'Shell', tool_input: { command: PUSH } }, { command: PUSH }],
  [
    'beforeReadFile',
    { tool_name: 'Read', tool_input: { file_path: FILE, offset: 10, limit: 5 } },
    { file_path: FILE, content: 'x' },
  ],
  [
    'beforeMCPExecution',
    { tool_name: 'MCP:note', tool_input: { text: 'hello' } },
    { tool_name: 'note', tool_input: '{"text":"hello"}', command: 'node notes.mjs' },
  ],
];

test.each(
  BOTH_LAYERS.flatMap(([event, tool, granular]) =>
    [false, true].map((restarts) => ({ event, tool, granular, restarts })),
  ),
)('$event is one call with its preToolUse (a restart between them: $restarts)', async (one) => {
  const stand = await gateStand();
  await cursor(stand, 'preToolUse', { ...one.tool, tool_use_id: 't1' });
  if (one.restarts) await stand.restart();
  expect(await cursor(stand, one.event, one.granular)).toMatchObject({ exit: 0 });
  expect(decided(stand)).toBe(1);
});

test('a granular event after a restart is decided for itself where it is about something else', async () => {
  const stand = await gateStand();
  for (const [, tool] of BOTH_LAYERS) await cursor(stand, 'preToolUse', { ...tool, tool_use_id: 't1' });
  await stand.restart();
  await cursor(stand, 'beforeReadFile', { file_path: '/home/dev/app/b.txt', content: 'x' });
  await cursor(stand, 'beforeMCPExecution', { tool_name: 'note', tool_input: '{"text":"other"}' });
  await cursor(stand, 'beforeMCPExecution', { tool_name: 'other', tool_input: '{"text":"hello"}' });
  expect(decided(stand)).toBe(6);
});

test('an ask that is left to Cursor is asked by the granular event alone', async () => {
  const stand = await gateStand({ policy: `ask: prompt\n${ASKS}` });
  expect(await cursor(stand, 'preToolUse', shell('t1'))).toMatchObject({ stdout: '{}', exit: 0 });
  await stand.restart();
  const answer = await cursor(stand, 'beforeShellExecution', { command: PUSH });
  expect(answer.stdout).toContain('"permission":"ask"');
});

test('the two post events of one Cursor call complete it once, in either order', async () => {
  const stand = await gateStand();
  const posts: readonly (readonly [string, object])[] = [
    ['afterShellExecution', { command: PUSH, output: 'x' }],
    ['postToolUse', { ...shell('t1'), tool_output: '{"output":"x"}' }],
  ];
  await cursor(stand, 'preToolUse', shell('t1'));
  for (const [event, fields] of posts) await cursor(stand, event, fields);
  await cursor(stand, 'preToolUse', shell('t1'), 'one');
  for (const [event, fields] of [...posts].reverse()) await cursor(stand, event, fields);
  const [, second] = stand.records('call.completed');
  expect(stand.records('call.completed').map(({ data }) => data.provisional ?? false)).toEqual([
    true,
    false,
    false,
  ]);
  expect(second?.data.supersedes).toBe(stand.records('call.completed')[0]?.seq);
});

test('an older Cursor without preToolUse has its granular calls decided and completed', async () => {
  const stand = await gateStand();
  await cursor(stand, 'beforeShellExecution', { command: 'ls' });
  await cursor(stand, 'afterShellExecution', { command: 'ls', output: 'x' });
  const [call] = stand.records('call.decided');
  expect(stand.records('call.completed').map(({ data }) => [data.decided, data.pairing])).toEqual([
    [call?.seq, 'fifo'],
  ]);
});
