import { expect, test } from 'vitest';
import { after, bash, held, holds, stop, typed, write } from './constraint-stand.ts';
import type { GateStand } from './gate-stand.ts';

const PROMPT = { config: 'constraints: {release: prompt}' };
const releases = (stand: GateStand) => stand.records('constraint.released').map(({ data }) => data);
const release = (stand: GateStand, approval: string) =>
  stand.gate.ask({ command: 'approvals.approve', approval, release: true }, {});

test('a person’s word alone releases nothing: the held call says it, and an approval with --release does', async () => {
  const stand = await after(["Don't push.", 'OK, you can push now.']);
  await stop(stand);
  const { id, answer, said } = await held(stand, 'git push');
  expect(said[0]).toMatch(
    /not to push; ask the person \(TK-CONSTRAINT\); since then the person said: “you can push”/,
  );
  const constraint = stand.records('constraint.held')[0]?.data.constraint;
  expect(stand.records('input.observed')[1]?.data.lifts).toEqual([constraint]);
  expect(await release(stand, id)).toMatchObject({ ok: true });
  expect((await answer).exit).toBe(0);
  expect(releases(stand)).toEqual([{ constraint, by: 'approval', approval: id }]);
  expect(await bash(stand, 'git push')).toBe('allowed');
  await stand.restart();
  expect(await bash(stand, 'git push')).toBe('allowed');
});

test('what is released stays so in a later part, and what is said again holds again', async () => {
  const stand = await after(["Don't push."]);
  const { id, answer } = await held(stand, 'git push');
  await release(stand, id);
  await answer;
  await stand.claude('SessionStart', { source: 'resume' });
  expect(await bash(stand, 'git push')).toBe('allowed');
  await typed(stand, "Don't push.");
  expect(await bash(stand, 'git push')).not.toBe('allowed');
});

test('there is nothing to release where a policy holds the call', async () => {
  const policy = 'version: 1\nrules:\n  - {id: t/ask, match: "git push **", action: ask, reason: x}\n';
  const stand = await after(['go'], { policy });
  const { id, answer } = await held(stand, 'git push x');
  expect(await release(stand, id)).toMatchObject({ ok: false, code: 'nothing_to_release' });
  await stand.ask('approvals.reject', id);
  await answer;
});

test('with release: prompt the person’s word counts from the turn’s end on', async () => {
  const stand = await after(["Don't push.", 'OK, you can push now.'], PROMPT);
  expect(await bash(stand, 'git push')).not.toBe('allowed');
  await stop(stand);
  expect(releases(stand)).toMatchObject([{ by: 'prompt' }]);
  expect(await bash(stand, 'git push')).toBe('allowed');
});

test('a prompt that another hook made loosens nothing, nor does one queued in its turn', async () => {
  const stand = await after(["Don't push."], PROMPT);
  await stop(stand);
  await typed(stand, 'You may push now.');
  await typed(stand, 'thanks');
  await stop(stand, true);
  await stand.restart();
  await stop(stand);
  expect(releases(stand)).toEqual([]);
  expect(await bash(stand, 'git push')).not.toBe('allowed');
});

test('words taken back and then said again hold', async () => {
  const stand = await after(["Don't push.", 'You may push now.', "No wait, don't push."], PROMPT);
  await stop(stand);
  expect(await bash(stand, 'git push')).not.toBe('allowed');
});

test('with release: prompt one of several targets can be taken back', async () => {
  const stand = await after(
    ["Don't touch billing.py or invoices.py.", 'You may edit billing.py now.'],
    PROMPT,
  );
  await stop(stand);
  expect(holds(stand).at(-1)?.targets).toEqual(['invoices.py']);
  expect(await write(stand, 'billing.py')).toBe('allowed');
  expect(await write(stand, 'invoices.py')).not.toBe('allowed');
});

test('a prompt of an agent or a spooled one takes nothing back', async () => {
  const stand = await after(["Don't push."], PROMPT);
  await stand.claude('UserPromptSubmit', { prompt: 'You may push now.' }, { spooled: true });
  await stand.claude('UserPromptSubmit', { prompt: 'You may push now.', agent_id: 'a' });
  await stop(stand);
  expect(await bash(stand, 'git push')).not.toBe('allowed');
});
