import { expect, test } from 'vitest';
import { MAX_FILE_TARGETS } from '../../src/signer/constraint-drafts.ts';
import { after, bash, holds, typed, write } from './constraint-stand.ts';
import { type GateStand, gateStand } from './gate-stand.ts';

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `f${from + i}.py`).join(', ');
const forbid = (from: number, to: number) => `Don't touch ${names(from, to)}.`;
const targets = (stand: GateStand) => holds(stand).flatMap((one) => one.targets);
const add = (stand: GateStand, kind: string, ...more: readonly string[]) =>
  stand.gate.ask({ command: 'constraints.add', kind, targets: more, cwd: stand.project }, {});

test('a run holds 32 targets of files; a further one is refused, the prompt says so, and every write waits', async () => {
  const stand = await after([forbid(0, 20), forbid(20, MAX_FILE_TARGETS)]);
  expect(targets(stand)).toHaveLength(MAX_FILE_TARGETS);
  expect(await write(stand, 'free.py')).toBe('allowed');
  const reply = await typed(stand, "Don't touch last.py.");
  expect(reply.exit).toBe(0);
  expect(JSON.parse(reply.stdout).systemMessage).toMatch(
    /^\[tracekit\] a constraint of this prompt could not be held/,
  );
  expect(reply.stderr).toContain('every write of this run waits');
  expect(stand.records('constraint.refused').map(({ data }) => data)).toMatchObject([
    { kind: 'no_modify', why: 'limit' },
  ]);
  expect(String(await write(stand, 'free.py'))).toContain('more than 32 files, so every write waits');
  expect(await bash(stand, 'git status')).toBe('allowed');
  await stand.restart();
  expect(await write(stand, 'free.py')).not.toBe('allowed');
  await stand.claude('SessionStart', { source: 'resume' });
  expect(await write(stand, 'free.py')).not.toBe('allowed');
});

test('a prompt’s targets are held as far as there is room', async () => {
  const stand = await after([forbid(0, 30), forbid(30, 36)]);
  expect(targets(stand)).toHaveLength(MAX_FILE_TARGETS);
});

test('what is no file, what is said twice, and what is inherited and restated does not count twice', async () => {
  const stand = await after([forbid(0, 31), forbid(0, 31), "Don't push, and don't install lodash."]);
  await stand.claude('SessionStart', { source: 'resume' });
  await typed(stand, forbid(0, 32));
  expect(stand.records('constraint.refused')).toEqual([]);
});

test('an agent’s own count, hold, and are said to be its own; there is no road to remove one', async () => {
  const stand = await after(['go']);
  expect(await add(stand, 'no_modify', 'schema.sql')).toMatchObject({ ok: true, result: { held: 1 } });
  expect(String(await write(stand, 'schema.sql'))).toContain(
    'the agent itself said in this run not to modify schema.sql',
  );
  expect(holds(stand)).toMatchObject([{ by: 'agent' }]);
  for (const command of ['constraints.remove', 'constraints.release'])
    expect(await stand.ask(command)).toMatchObject({ ok: false, code: 'unknown_command' });
  await typed(stand, forbid(0, 31));
  expect(await add(stand, 'no_delete', 'one.py')).toMatchObject({ ok: false, code: 'too_many_constraints' });
  expect(await write(stand, 'free.py')).not.toBe('allowed');
});

test.each([
  [{ kind: 'no_fun' }, 'bad_constraint'],
  [{ kind: 'no_modify' }, 'bad_constraint'],
  [{ kind: 'no_modify', targets: 'a' }, 'bad_constraint'],
  [{ kind: 'no_modify', targets: [1] }, 'bad_constraint'],
  [{ kind: 'no_modify', targets: ['a\nb'] }, 'bad_constraint'],
  [{ kind: 'no_push', run: 'nobody' }, 'no_such_run'],
])('%o is no constraint: %s', async (request, code) => {
  const stand = await after(['go']);
  expect(await stand.gate.ask({ command: 'constraints.add', ...request }, {})).toMatchObject({
    ok: false,
    code,
  });
  expect(stand.records('constraint.held')).toEqual([]);
});

test('where several runs are open one must be named', async () => {
  const stand = await gateStand();
  expect(await add(stand, 'no_push')).toMatchObject({ ok: false, message: 'no run is open' });
  await typed(stand, 'go');
  await typed(stand, 'go', { session_id: 's2' });
  expect(await add(stand, 'no_push')).toMatchObject({ ok: false, code: 'no_such_run' });
  const named = { command: 'constraints.add', kind: 'no_push', run: 's2' };
  expect(await stand.gate.ask(named, {})).toMatchObject({ ok: true });
});
