import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram, calls, hook, nodeHook, runningSigner, signerPids, stand } from './stand.ts';

const program = buildProgram();
afterAll(program.remove);

const ROADS = { script: hook, 'Node fallback': nodeHook } as const;

describe.each(Object.entries(ROADS))('an answer by the %s', (_name, run) => {
  it('that allows is silence and exit 0', async () => {
    const at = stand(program);
    await runningSigner(at);
    expect(await run(at)).toMatchObject({ stdout: '', stderr: '', code: 0 });
    expect(signerPids(at)).toHaveLength(1);
  });

  it('that denies comes as the gate gave it, each line on its stream', async () => {
    const at = stand(program);
    await runningSigner(at);
    expect(await run(at, { payload: '{"do":"deny"}' })).toMatchObject({
      stdout: '{"no":"\\n"}\n',
      stderr: '[tracekit] denied\nin two lines\n',
      code: 2,
    });
  });

  it('comes from a signer that the hook starts', async () => {
    const at = stand(program);
    expect(await run(at, { payload: '{"do":"deny"}' })).toMatchObject({ code: 2, stdout: '{"no":"\\n"}\n' });
    expect(calls(at)).toHaveLength(1);
  });

  it('of a gate that throws tells nothing of the error', async () => {
    const at = stand(program);
    await runningSigner(at);
    const ended = await run(at, { payload: '{"do":"throw"}' });
    expect(ended.code).toBe(2);
    expect(ended.stdout + ended.stderr).not.toContain('42');
    expect(JSON.parse(ended.stdout).hookSpecificOutput.permissionDecision).toBe('deny');
  });
});
