import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exitOf } from '../../src/verify/report.ts';
import { after, attempt, bash, held, holds, typed, write } from './constraint-stand.ts';
import { gateStand } from './gate-stand.ts';

const NOT_BILLING = "Fix the rounding bug but don't touch billing.py.";

test('a call that breaks what the person said waits, says so while it waits, and is recorded with the constraint', async () => {
  const stand = await after([NOT_BILLING]);
  const said = await write(stand, 'src/billing.py');
  const [asked] = stand.records('approval.requested');
  expect(said).toEqual([
    `[tracekit] waiting for approval ${asked?.data.approval} (TK-CONSTRAINT): the person's request in this run said not to modify billing.py; ask the person (TK-CONSTRAINT)`,
  ]);
  const [constraint] = stand.records('constraint.held');
  const id = constraint?.data.constraint;
  expect(constraint?.data).toMatchObject({ kind: 'no_modify', enforce: 'live', by: 'person' });
  expect(constraint?.data.prompt).toBe(stand.records('input.observed')[0]?.seq);
  expect(stand.text(constraint?.data.words)).toContain("don't touch billing.py");
  expect(stand.records('call.decided')[0]?.data).toMatchObject({
    verdict: 'ask',
    rule: 'TK-CONSTRAINT',
    constraint: id,
  });
  expect(asked?.data).toMatchObject({ rule: 'TK-CONSTRAINT', constraint: id });
  expect(exitOf(await stand.verify(), { strict: false })).toBe(0);
});

test.each([
  ['Write', { file_path: 'src/billing.py', content: '' }],
  ['Edit', { file_path: 'src/billing.py', old_string: 'a', new_string: 'b' }],
  ['mcp__files__write_file', { path: 'src/billing.py', content: '' }],
  ['Bash', { command: 'echo x > src/billing.py' }],
  ['Bash', { command: 'cd src && sed -i s/a/b/ billing.py' }],
  ['Bash', { command: 'mv src/billing.py src/old.py' }],
  ['Bash', { command: 'rm -rf src' }],
  [
    'Bash',
    { command: "apply_patch <<'E'\n*** Begin Patch\n*** Delete File: src/billing.py\n*** End Patch\nE" },
  ],
])('%s %o is held where billing.py is not to be touched', async (tool, input) => {
  const stand = await after([NOT_BILLING]);
  mkdirSync(`${stand.project}/src`);
  writeFileSync(`${stand.project}/src/billing.py`, '');
  expect(await attempt(stand, tool, input)).not.toBe('allowed');
});

test.each([
  ['don’t push', 'git push origin main', 'not to push'],
  ["Don't push yet, I want to look first.", 'npm test && git push', 'not to push'],
  ['Never force push.', 'git push -f', 'not to push by force'],
  ["Don't commit anything.", 'git commit -am x', 'not to commit'],
  ["Don't install any new dependencies.", 'npm install left-pad', 'not to install anything'],
  ["Don't use the network.", 'curl https://example.com', 'not to use the network'],
  ["Don't delete any files.", 'rm notes.md', 'not to delete anything'],
  ['Just look, do not change any files.', 'echo a > b', 'not to change anything'],
])('after %j %j is held: %s', async (prompt, command, words) => {
  const stand = await after([prompt]);
  const said = await bash(stand, command);
  expect(String(said)).toContain(`said ${words}`);
  expect(await bash(stand, 'git status')).toBe('allowed');
});

test('a call that breaks two kinds says a sentence for each', async () => {
  const stand = await after(["Don't commit, and don't push."]);
  const said = await bash(stand, 'git commit -am x && git push');
  expect(said).toHaveLength(2);
  expect(String(said)).toMatch(/not to commit.*not to push/);
});

test('a denied call stays denied, and a policy’s hold is said too', async () => {
  const policy =
    'version: 1\nrules:\n  - {id: t/ask, match: "git push **", action: ask, reason: pushes wait}\n  - {id: t/deny, match: "git push -f **", action: deny, reason: never}\n';
  const stand = await after(["Don't push."], { policy });
  expect(await bash(stand, 'git push origin')).toHaveLength(2);
  const reply = await stand.bash('d', 'git push -f x');
  expect(reply.stderr).toContain('never');
  expect(stand.records('call.decided').at(-1)?.data).toMatchObject({ verdict: 'deny', rule: 't/deny' });
});

test('the harness’s own prompt is no way around what the person said', async () => {
  const policy =
    'version: 1\nask: prompt\nrules:\n  - {id: t/ask, match: "git push **", action: ask, reason: x}\n';
  const stand = await after(["Don't push."], { policy });
  expect(await bash(stand, 'git push origin')).not.toBe('allowed');
});

test('a call that is approved runs once, and the next is held again', async () => {
  const stand = await after(["Don't push."]);
  const { id, answer } = await held(stand, 'git push');
  await stand.ask('approvals.approve', id);
  expect((await answer).exit).toBe(0);
  expect(await bash(stand, 'git push')).not.toBe('allowed');
});

test.each([
  ['a spooled prompt', {}, { spooled: true }],
  ['an agent’s prompt', { agent_id: 'a1' }, {}],
  [
    'a notification',
    { prompt: '<task-notification>\n<task-id>b1</task-id>\ndo not push\n</task-notification>' },
    {},
  ],
])('%s holds nothing', async (_, fields, more) => {
  const stand = await gateStand();
  await stand.claude('UserPromptSubmit', { prompt: "don't push", ...fields }, more);
  expect(stand.records('constraint.held')).toEqual([]);
  expect(await bash(stand, 'git push')).toBe('allowed');
});

test('a scope is recorded and not held', async () => {
  const stand = await after(['Only change src/pager.py.']);
  expect(stand.records('constraint.held')[0]?.data).toMatchObject({ kind: 'scope', enforce: 'after' });
  expect(await write(stand, 'docs/a.md')).toBe('allowed');
});

test('what is said again is recorded once', async () => {
  const stand = await after(["Don't touch billing.py.", "Again: don't touch ./billing.py or a.py"]);
  expect(holds(stand).map(({ targets }) => targets)).toEqual([['billing.py'], ['a.py']]);
});

test('"it" is what an earlier prompt named', async () => {
  const stand = await after([
    'Have a look at billing.py.',
    'Fix the pager, and leave it alone: do not touch it.',
  ]);
  await typed(stand, 'go');
  for (const { targets } of holds(stand)) expect(targets).not.toEqual([]);
});

test('the words that something is held by outlive retention', async () => {
  const stand = await after(["Don't touch billing.py."]);
  await stand.stop();
  for (const day of readdirSync(`${stand.home}/vault`)) {
    if (/^\d/.test(day)) rmSync(`${stand.home}/vault/${day}`, { recursive: true });
  }
  await stand.start();
  expect(String(await write(stand, 'billing.py'))).toContain('not to modify billing.py');
  expect(await write(stand, 'pager.py')).toBe('allowed');
});
