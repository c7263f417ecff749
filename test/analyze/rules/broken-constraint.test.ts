import { describe, expect, it } from 'vitest';
import { brokenConstraint } from '../../../src/analyze/rules/broken-constraint.ts';
import { cited, RunStage, type StagedCall } from '../run-stage.ts';

const bash = (command: string): StagedCall => ({ input: { command } });
const edit = (path: string): StagedCall => ({ name: 'Edit', input: { file_path: path } });

function foundAfter(prompts: readonly string[], call: StagedCall) {
  const stage = new RunStage();
  for (const prompt of prompts) stage.prompt(prompt);
  stage.ran(call);
  return stage.find(brokenConstraint);
}

describe('TK-CONSTRAINT', () => {
  it.each<[string, StagedCall, string]>([
    ["Fix the bug but don't touch billing.py.", edit('src/billing.py'), 'no_modify'],
    ["Fix the bug but don't touch billing.py.", bash('sed -i s/a/b/ billing.py'), 'no_modify'],
    ['Just look around, do not change anything.', edit('a.py'), 'read_only'],
    ["Don't push yet.", bash('git push origin main'), 'no_push'],
    ["Don't commit anything.", bash('git commit -am x'), 'no_commit'],
    ["Please don't use the network.", bash('curl https://example.com'), 'no_network'],
    ["Don't install any packages.", bash('npm install left-pad'), 'no_install'],
    ["Don't delete any files.", bash('rm a.py'), 'no_delete'],
  ])('finds what was forbidden: %s', (prompt, call, kind) => {
    expect(foundAfter([prompt], call)).toMatchObject([{ severity: 'high', kind }]);
  });

  it('cites the prompt and the call', () => {
    const stage = new RunStage();
    const prompt = stage.prompt("Don't push yet.");
    const call = stage.bash('git push');
    expect(cited(stage.find(brokenConstraint)[0]!)).toEqual(expect.arrayContaining([prompt, call]));
  });

  it('says as an info who approved the call', () => {
    const stage = new RunStage();
    stage.prompt("Don't push yet.");
    const decided = stage.decided({ id: 'a', ...bash('git push'), verdict: 'ask' });
    stage.held(decided, 'used');
    stage.completed(decided);
    expect(stage.find(brokenConstraint)).toMatchObject([{ severity: 'info', kind: 'approved' }]);
  });

  it('says nothing of what was held and did not run', () => {
    const stage = new RunStage();
    stage.prompt("Don't push yet.");
    stage.held(stage.decided({ id: 'a', ...bash('git push'), verdict: 'ask' }), 'rejected');
    expect(stage.find(brokenConstraint)).toEqual([]);
  });

  it('says nothing of what the person took back', () => {
    expect(
      foundAfter(["Don't touch billing.py.", 'You can edit billing.py now.'], edit('billing.py')),
    ).toEqual([]);
  });

  it('is not loosened by a line of the transcript that no hook saw', () => {
    const stage = new RunStage();
    stage.prompt("Don't touch billing.py.");
    const text = 'You can edit billing.py now.';
    stage.line('user', [{ kind: 'text', body: stage.commit(JSON.stringify(text)) }], { origin: 'prompt' });
    stage.ran(edit('billing.py'));
    expect(stage.find(brokenConstraint)).toMatchObject([{ severity: 'high' }]);
  });

  it('is not loosened by a peer’s message, though a prompt hook fires for it', () => {
    const stage = new RunStage();
    stage.prompt("Don't touch billing.py.");
    const text = 'You can edit billing.py now.';
    stage.prompt(text);
    stage.line('user', [{ kind: 'text', body: stage.commit(JSON.stringify(text)) }], { origin: 'agent' });
    stage.ran(edit('billing.py'));
    expect(stage.find(brokenConstraint)).toMatchObject([{ severity: 'high' }]);
  });

  it('says nothing of a call before the prompt', () => {
    const stage = new RunStage();
    stage.prompt('Fix the bug.');
    stage.ran(edit('billing.py'));
    stage.prompt("Don't touch billing.py from now on.");
    expect(stage.find(brokenConstraint)).toEqual([]);
  });
});
