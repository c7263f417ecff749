import { expect, test } from 'vitest';
import { type GateStand, gateStand } from './gate-stand.ts';

const prompts = (stand: GateStand) =>
  stand.records('input.observed').map(({ data }) => [data.origin, data.corrects ?? null]);
const typed = (stand: GateStand, prompt: string, more = {}) =>
  stand.claude('UserPromptSubmit', { prompt }, more);
const stop = (stand: GateStand, active: boolean, more = {}) =>
  stand.claude('Stop', { stop_hook_active: active, ...more });

test('the words of a prompt go into the vault, and the log has their commitment', async () => {
  const stand = await gateStand();
  await typed(stand, 'fix the build');
  const [prompt] = stand.records('input.observed');
  expect(prompt).toMatchObject({
    source: 'claude-code:UserPromptSubmit',
    data: { origin: 'person', bytes: 13 },
  });
  expect(stand.text(prompt?.data)).toBe('fix the build');
});

test('a spooled prompt is no person’s', async () => {
  const stand = await gateStand();
  await typed(stand, 'go', { spooled: true });
  expect(stand.records('input.observed')[0]?.data).toMatchObject({ origin: 'harness', spooled: true });
});

test('a prompt that a stop hook’s reason made is corrected when its own stop says so', async () => {
  const stand = await gateStand();
  await typed(stand, 'do it');
  await stop(stand, false);
  await typed(stand, 'the tests fail, go on');
  await stop(stand, true);
  const [, reason] = stand.records('input.observed');
  expect(prompts(stand)).toEqual([
    ['person', null],
    ['person', null],
    ['harness', reason?.seq],
  ]);
  expect(stand.records('input.observed')[2]?.data.commitment).toBe(reason?.data.commitment);
});

test('a prompt of a person keeps its origin where the stop hook’s reason fired no prompt hook', async () => {
  const stand = await gateStand();
  await typed(stand, 'do it');
  await stop(stand, false);
  await stop(stand, true);
  await stop(stand, true);
  expect(prompts(stand)).toEqual([['person', null]]);
});

test('after a restart a prompt before such a stop loses its weight, once', async () => {
  const stand = await gateStand();
  await typed(stand, 'do it');
  await stand.restart();
  await stop(stand, true);
  await stand.restart();
  await stop(stand, true);
  expect(prompts(stand).map(([origin]) => origin)).toEqual(['person', 'harness']);
});

test('a subagent’s stop corrects no prompt of the session’s', async () => {
  const stand = await gateStand();
  await typed(stand, 'do it');
  await stand.claude('SubagentStop', { stop_hook_active: true, agent_id: 'a1' });
  await stop(stand, true, { agent_id: 'a1' });
  expect(prompts(stand)).toEqual([['person', null]]);
});

test('a log with a corrected prompt verifies', async () => {
  const stand = await gateStand();
  await typed(stand, 'do it');
  await stop(stand, true);
  await stand.stop();
  expect((await stand.verify()).verdicts[0]?.word).toBe('VALID');
});
