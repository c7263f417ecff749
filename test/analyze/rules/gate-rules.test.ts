import { describe, expect, it } from 'vitest';
import { neverRan } from '../../../src/analyze/rules/never-ran.ts';
import { stoppedCallRan } from '../../../src/analyze/rules/stopped-call-ran.ts';
import { unaskedCall } from '../../../src/analyze/rules/unasked-call.ts';
import { undecidedCall } from '../../../src/analyze/rules/undecided-call.ts';
import { cited, RunStage } from '../run-stage.ts';

const LS = { input: { command: 'ls' } };

describe('TK-R006', () => {
  it('finds a denied call that completed all the same (codex 27833)', () => {
    const stage = new RunStage();
    const decided = stage.decided({ id: 'a', ...LS, verdict: 'deny' });
    const completed = stage.completed(decided, { call: 'a' });
    const [found, ...others] = stage.find(stoppedCallRan);
    expect(found).toMatchObject({ rule: 'TK-R006', severity: 'critical', run: '0123456789abcdef' });
    expect(cited(found!)).toEqual([decided, completed]);
    expect(others).toEqual([]);
  });

  it('finds a held call that ran although its hook was cancelled, by the transcript alone (claude-code 84302)', () => {
    const stage = new RunStage();
    stage.asks({ id: 'a', ...LS });
    const decided = stage.decided({ id: 'a', ...LS, verdict: 'ask' });
    stage.held(decided, 'cancelled');
    stage.gives('a');
    expect(stage.find(stoppedCallRan)).toMatchObject([{ severity: 'critical', trust: 'transcript' }]);
  });

  it('finds a subagent that was started although that was denied (claude-code 26923)', () => {
    const stage = new RunStage();
    const input = { description: 'One task', prompt: 'Do it', subagent_type: 'general-purpose' };
    stage.asks({ id: 'a', name: 'Agent', input });
    stage.decided({ id: 'a', name: 'Agent', input, verdict: 'deny' });
    stage.gives('a', 'The subagent did it.');
    expect(stage.find(stoppedCallRan)).toMatchObject([{ severity: 'critical', trust: 'transcript' }]);
  });

  it('says nothing of a call that was let run by an approval', () => {
    const stage = new RunStage();
    const decided = stage.decided({ id: 'a', ...LS, verdict: 'ask' });
    stage.held(decided, 'used');
    stage.completed(decided, { call: 'a' });
    expect(stage.find(stoppedCallRan)).toEqual([]);
  });

  it('says nothing of a denied call that the transcript calls denied', () => {
    const stage = new RunStage();
    stage.asks({ id: 'a', ...LS });
    stage.decided({ id: 'a', ...LS, verdict: 'deny' });
    stage.gives('a', 'no', { outcome: 'denied' });
    expect(stage.find(stoppedCallRan)).toEqual([]);
  });

  it('says nothing of a denied call whose failure Cursor reports', () => {
    const stage = new RunStage('cursor');
    const decided = stage.decided({ id: 'a', name: 'Shell', ...LS, verdict: 'deny' });
    stage.completed(decided, { call: 'a', outcome: 'error' });
    expect(stage.find(stoppedCallRan)).toEqual([]);
  });
});

describe('TK-R002', () => {
  it('finds a call that ran and that no hook decided (codex 16732, destructive_command_guard 125)', () => {
    const stage = new RunStage();
    stage.bash('ls');
    const asked = stage.asks({
      id: 'x',
      name: 'Write',
      input: { file_path: '/home/dev/project/a', content: '' },
    });
    const gave = stage.gives('x');
    const [found, ...others] = stage.find(undecidedCall);
    expect(found).toMatchObject({ severity: 'high', trust: 'transcript' });
    expect(cited(found!)).toEqual([asked, gave]);
    expect(others).toEqual([]);
  });

  it('finds it also under the id of a call that was decided', () => {
    const stage = new RunStage();
    stage.ran({ id: 'a', ...LS });
    stage.asks({ id: 'a', input: { command: 'rm -rf src' } });
    stage.gives('a');
    expect(stage.find(undecidedCall)).toHaveLength(1);
  });

  it.each([
    ['error', {}],
    ['denied', {}],
    ['interrupted', {}],
  ])('says nothing of a call that ended as %s before a hook could fire', (outcome) => {
    const stage = new RunStage();
    stage.bash('ls');
    stage.asks({ id: 'x', name: 'NoSuchTool' });
    stage.gives('x', 'no', { outcome });
    expect(stage.find(undecidedCall)).toEqual([]);
  });

  it('finds a command that failed with an exit code, since it ran', () => {
    const stage = new RunStage();
    stage.bash('ls');
    stage.asks({ id: 'x', ...LS });
    stage.gives('x', 'no', { outcome: 'error', exit: 3 });
    expect(stage.find(undecidedCall)).toHaveLength(1);
  });

  it('says nothing of a tool that fires no hook', () => {
    const stage = new RunStage('codex');
    stage.ran({ id: 'a', ...LS });
    stage.asks({ id: 'x', name: 'write_stdin', input: { chars: 'y' } });
    stage.gives('x');
    expect(stage.find(undecidedCall)).toEqual([]);
  });

  const early = (stage: RunStage, id: string): void => {
    const link = { basis: 'none', lines: [] };
    stage.line('assistant', [{ kind: 'call', call: id, tool: 'Bash', link, input: stage.commit('{}') }], {
      at: 1_000,
    });
    stage.gives(id);
  };

  it('says as an info what came before the first hook', () => {
    const stage = new RunStage();
    early(stage, 'x');
    early(stage, 'y');
    stage.bash('ls');
    expect(stage.find(undecidedCall)).toMatchObject([{ kind: 'before_recording', severity: 'info' }]);
  });

  it('finds a call with an early time that stands behind one that a hook decided', () => {
    const stage = new RunStage();
    stage.bash('ls');
    early(stage, 'x');
    expect(stage.find(undecidedCall)).toMatchObject([{ severity: 'high' }]);
  });

  it('finds a call with an early time that stands behind a prompt that a hook saw', () => {
    const stage = new RunStage();
    stage.prompt('Fix it');
    stage.line('user', [{ kind: 'text', body: stage.commit('"Fix it"') }], { origin: 'prompt' });
    early(stage, 'x');
    expect(stage.find(undecidedCall)).toMatchObject([{ severity: 'high' }]);
  });

  it('says once that it could not run where no hook recorded anything', () => {
    const stage = new RunStage('claude-code', 'record');
    stage.asks({ id: 'x', ...LS });
    stage.gives('x');
    expect(stage.find(undecidedCall)).toMatchObject([{ kind: 'could_not_run', severity: 'info' }]);
  });
});

describe('TK-X002', () => {
  it('finds a call that ran and that no line asks for', () => {
    const stage = new RunStage();
    const decided = stage.decided({ id: 'x', ...LS });
    const completed = stage.completed(decided, { call: 'x' });
    stage.bash('pwd');
    const [found, ...others] = stage.find(unaskedCall);
    expect(found).toMatchObject({ severity: 'high' });
    expect(cited(found!)).toEqual([decided, completed]);
    expect(others).toEqual([]);
  });

  it('says nothing where the transcript does not reach so far yet', () => {
    const stage = new RunStage();
    stage.bash('pwd');
    stage.completed(stage.decided({ id: 'x', ...LS }), { call: 'x' });
    expect(stage.find(unaskedCall)).toEqual([]);
  });
});

describe('TK-X001', () => {
  it('finds a call without a result that the model went on after', () => {
    const stage = new RunStage();
    stage.bash('pwd');
    const asked = stage.asks({ id: 'x', ...LS });
    stage.says('Done.');
    const found = stage.find(neverRan);
    expect(found).toMatchObject([{ severity: 'medium', trust: 'transcript' }]);
    expect(cited(found[0]!)).toEqual([asked]);
  });

  it('says nothing of the call that the transcript ends with', () => {
    const stage = new RunStage();
    stage.bash('pwd');
    stage.asks({ id: 'x', ...LS });
    expect(stage.find(neverRan)).toEqual([]);
  });

  it('says nothing of a call that the gate denied', () => {
    const stage = new RunStage();
    stage.bash('pwd');
    stage.asks({ id: 'x', ...LS });
    stage.decided({ id: 'x', ...LS, verdict: 'deny' });
    stage.says('I could not.');
    expect(stage.find(neverRan)).toEqual([]);
  });
});
