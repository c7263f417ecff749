import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homePaths } from '../../src/log/home.ts';
import { openHome } from '../../src/signer/open-home.ts';
import { Vault } from '../../src/vault/vault.ts';
import { after, bash, holds, stop, typed, write } from './constraint-stand.ts';
import { type GateStand, gateStand, waiting } from './gate-stand.ts';

const resumed = (stand: GateStand) => stand.claude('SessionStart', { source: 'resume' });

test('what holds does so after a restart', async () => {
  const stand = await after(["Don't touch billing.py, and don't push."]);
  await stand.restart();
  expect(await write(stand, 'billing.py')).not.toBe('allowed');
  expect(await bash(stand, 'git push')).not.toBe('allowed');
});

test('a later part of the session inherits it, with its id and its words', async () => {
  const stand = await after(["Don't push."]);
  await resumed(stand);
  const [first, second] = stand.records('constraint.held');
  expect(second?.run?.id).not.toBe(first?.run?.id);
  expect(second?.data).toEqual({ ...first?.data, by: 'inherited' });
  expect(String(await bash(stand, 'git push'))).toContain(
    "the person's request in this run said not to push",
  );
});

test('it is inherited over parts in which nothing was said, a close for idleness and a restart', async () => {
  const stand = await after(["Don't push."], { config: 'idle_seconds: 60' });
  await resumed(stand);
  await stand.restart();
  stand.now += 120_000;
  await stand.gate.closeIdle();
  await typed(stand, 'go on');
  expect(holds(stand)).toHaveLength(3);
  expect(await bash(stand, 'git push')).not.toBe('allowed');
});

test('it is inherited where the log’s state was saved behind it, and over a part that only transcripts were read of', async () => {
  const stand = await after(["Don't push."]);
  const before = stand.records('run.opened')[0]?.run?.id;
  stand.now += 3_700_000;
  await stand.gate.closeIdle();
  await stand.stop();
  const open = await openHome(stand.home, { saveEvery: 0 });
  const key = open.vault.commitKept(new Uint8Array(32));
  const data = {
    harness: 'claude-code',
    session: 's1',
    part: 1,
    mode: 'record',
    key,
    from: { run: before!, why: 'later' },
  };
  const draft = { run: 'f'.repeat(16), kind: 'run.opened', source: 'tailer:claude-code', data } as const;
  await open.log.append([draft]);
  open.state.apply(draft);
  await open.close();
  expect(stand.records('state.saved')).toHaveLength(1);
  await stand.start();
  expect(await bash(stand, 'git push')).not.toBe('allowed');
});

test('a fork inherits it when its transcript tells where it comes from, once', async () => {
  const stand = await after(["Don't push."]);
  const push = () => {
    const wait = waiting();
    const call = {
      session_id: 's2',
      tool_name: 'Bash',
      tool_input: { command: 'git push' },
      tool_use_id: 'x',
    };
    return { wait, answer: stand.claude('PreToolUse', call, {}, wait) };
  };
  await stand.claude('SessionStart', { session_id: 's2', source: 'startup' });
  await stand.claude('UserPromptSubmit', { session_id: 's2', prompt: 'go' });
  await stand.gate.forked('claude-code', 's2', 's1');
  await stand.gate.forked('claude-code', 's2', 's1');
  await stand.gate.forked('claude-code', 's2', 'nobody');
  expect(holds(stand).map(({ by }) => by)).toEqual(['person', 'inherited']);
  const { wait, answer } = push();
  await expect.poll(() => wait.said).toHaveLength(1);
  wait.kill();
  await answer;
});

test('another session inherits nothing', async () => {
  const stand = await after(["Don't push."]);
  const call = { session_id: 's2', tool_name: 'Bash', tool_input: { command: 'git push' }, tool_use_id: 'x' };
  expect((await stand.claude('PreToolUse', call)).exit).toBe(0);
});

test('a Copilot subagent’s run inherits it, and what is said while it goes on', async () => {
  const stand = await gateStand();
  const parent = { sessionId: 'p1', timestamp: 1, cwd: stand.project };
  const child = { ...parent, agentId: 'k1', agentType: 'task', parentAgentId: 'p1', sessionId: 'k1' };
  const calls = (command: string, wait = waiting()) => {
    const answer = stand.hook(
      'copilot',
      { ...child, toolName: 'bash', toolArgs: { command } },
      { event: 'preToolUse' },
      wait,
    );
    return { answer, wait };
  };
  await stand.hook('copilot', { ...parent, prompt: "don't push" }, { event: 'userPromptSubmitted' });
  const push = calls('git push');
  await expect.poll(() => push.wait.said).toHaveLength(1);
  push.wait.kill();
  await push.answer;
  await stand.hook(
    'copilot',
    { ...parent, prompt: "and don't install anything" },
    { event: 'userPromptSubmitted' },
  );
  const install = calls('npm i x');
  await expect.poll(() => install.wait.said).toHaveLength(1);
  install.wait.kill();
  await install.answer;
  expect(new Set(holds(stand).map(({ run, by }) => `${run} ${by}`)).size).toBe(2);
});

test('a subagent of the same session is held too', async () => {
  const stand = await after(["Don't push."]);
  const wait = waiting();
  const call = { tool_name: 'Bash', tool_input: { command: 'git push' }, tool_use_id: 'x', agent_id: 'a1' };
  const answer = stand.claude('PreToolUse', call, {}, wait);
  await expect.poll(() => wait.said).toHaveLength(1);
  wait.kill();
  await answer;
});

test('a path is meant from where the person was, wherever the agent goes', async () => {
  const stand = await gateStand();
  mkdirSync(join(stand.project, 'tests'));
  await typed(stand, "Don't modify the tests.");
  const moved = { cwd: join(stand.project, 'tests') };
  const wait = waiting();
  const call = { tool_name: 'Bash', tool_input: { command: 'echo > helper.py' }, tool_use_id: 'x', ...moved };
  const answer = stand.claude('PreToolUse', call, {}, wait);
  await expect.poll(() => wait.said).toHaveLength(1);
  wait.kill();
  await answer;
});

test('a prompt whose holds a crash kept from the log is read again at the start', async () => {
  let broken = false;
  const stand = await gateStand({
    log: (log) => ({
      append: (drafts, options) =>
        broken && drafts.some(({ kind }) => kind === 'constraint.held')
          ? Promise.reject(new Error('gone'))
          : log.append(drafts, options),
    }),
  });
  broken = true;
  const reply = await typed(stand, "Don't push.");
  expect(reply.exit).toBe(1);
  expect(await bash(stand, 'echo > a')).not.toBe('allowed');
  await stand.restart();
  // A call has followed: what was said is not known any more, and was told to be lost.
  expect(holds(stand)).toEqual([]);
  await typed(stand, "Don't push.");
  broken = false;
  await stand.restart();
  expect(holds(stand)).toHaveLength(1);
  expect(await bash(stand, 'git push')).not.toBe('allowed');
});

test('where what holds was erased every write of the run waits', async () => {
  const stand = await after(["Don't touch billing.py."]);
  const [record] = stand.records('constraint.held');
  const targets = record?.data.targets as readonly { readonly commitment: string }[];
  await stand.stop();
  const vault = await Vault.open({ vault: homePaths(stand.home).vault, clock: Date.now });
  await vault.erase(new Set([targets[0]!.commitment]));
  await vault.close();
  await stand.start();
  expect(String(await write(stand, 'pager.py'))).toContain('no longer in the vault, so every write waits');
  expect(await bash(stand, 'ls')).toBe('allowed');
});

test('a prompt that turns out to be a hook’s holds on, and the held call says whose words they were', async () => {
  const stand = await after(['do it']);
  await stop(stand);
  await typed(stand, "The tests fail. Don't touch billing.py.");
  await stop(stand, true);
  expect(String(await write(stand, 'billing.py'))).toContain('those words turned out to be a hook’s');
});
