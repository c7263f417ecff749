import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { kindOf } from '../../src/harness/decode.ts';
import { eventNames } from '../../src/install/failure-cases.ts';
import { HARNESSES } from '../../src/model/harness.ts';
import { buildProgram, hook, runningSigner, stand } from './stand.ts';

const program = buildProgram();
afterAll(program.remove);

const EVENTS = {
  'claude-code': 'PreToolUse',
  codex: 'PreToolUse',
  cursor: 'preToolUse',
  gemini: 'BeforeTool',
  copilot: 'preToolUse',
} as const;

describe.each(HARNESSES)('a hook of %s that fails', (agent) => {
  const broken = (profile: 'open' | 'closed') => {
    const at = stand(program, { profile });
    writeFileSync(join(at.home, 'broken'), '');
    return at;
  };
  const lost = async (profile: 'open' | 'closed') => {
    const at = stand(program, { profile });
    await runningSigner(at);
    return at;
  };

  it.each([
    ['to find a signer', broken, '{}'],
    ['in mid-decision', lost, '{"do":"half"}'],
  ])('%s denies in its dialect in the closed profile', async (_when, make, payload) => {
    const ended = await hook(await make('closed'), { args: [agent, EVENTS[agent]], payload });
    const {
      hookSpecificOutput: specific,
      permission,
      decision,
      permissionDecision,
    } = JSON.parse(ended.stdout);
    expect(specific?.permissionDecision ?? permission ?? decision ?? permissionDecision).toBe('deny');
    expect(ended.stderr).toMatch(/\[tracekit\] blocked/);
    expect(ended.code).toBe(agent === 'copilot' ? 0 : 2);
  });

  it.each([
    ['to find a signer', broken, '{}'],
    ['in mid-decision', lost, '{"do":"half"}'],
  ])('%s allows in the open profile, and says so', async (_when, make, payload) => {
    const ended = await hook(await make('open'), { args: [agent, EVENTS[agent]], payload });
    expect(ended).toMatchObject({ code: 0, stdout: ['cursor', 'copilot'].includes(agent) ? '{}\n' : '' });
    expect(ended.stderr).toMatch(/\[tracekit\] not judged, allowed/);
  });

  it('at a stop never blocks it', async () => {
    const ended = await hook(await lost('closed'), { args: [agent, 'sessionEnd'], payload: '{"do":"half"}' });
    expect(ended).toMatchObject({
      code: agent === 'copilot' ? 0 : 1,
      stdout: agent === 'cursor' ? '{}\n' : '',
    });
  });
});

it('an event’s name has one kind whichever harness runs the hook, as far as its failure goes', () => {
  const role = (kind: string) => (['pre_tool', 'prompt', 'session_start'].includes(kind) ? kind : 'other');
  const mixed = eventNames().filter(
    (name) => new Set(HARNESSES.map((harness) => role(kindOf(harness, name)))).size > 1,
  );
  expect(mixed).toEqual([]);
});
