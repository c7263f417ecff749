import { describe, expect, it } from 'vitest';
import { outsideScope } from '../../../src/analyze/rules/outside-scope.ts';
import { cited, RunStage, type StagedCall } from '../run-stage.ts';

const ONLY = 'Only change src/pager.py.';

function edit(path: string): StagedCall {
  return { name: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' } };
}

/** What is said of a call after prompts. */
function foundAfter(
  prompts: readonly string[],
  call: StagedCall,
  harness: 'claude-code' | 'codex' = 'claude-code',
) {
  const stage = new RunStage(harness);
  for (const prompt of prompts) stage.prompt(prompt);
  stage.ran(call);
  return stage.find(outsideScope);
}

const bash = (command: string): StagedCall => ({ input: { command } });

describe('TK-X204', () => {
  it('finds an edit of another file than was allowed, and cites the prompt and the call', () => {
    const stage = new RunStage();
    const prompt = stage.prompt(ONLY);
    const call = stage.ran(edit('/home/dev/project/src/config.py'));
    const [found] = stage.find(outsideScope);
    expect(found).toMatchObject({ rule: 'TK-X204', severity: 'high' });
    expect(cited(found!)).toEqual(expect.arrayContaining([prompt, call]));
    expect(found?.text).toContain('src/config.py');
  });

  it.each<[string, StagedCall]>([
    ['an edit of the file itself', edit('/home/dev/project/src/pager.py')],
    ['an edit by a relative path', edit('src/pager.py')],
    ['a command that writes it', bash('sed -i s/a/b/ src/pager.py')],
    ['a command in another folder that writes it', bash('cd src && sed -i s/a/b/ pager.py')],
    ['reading another file', bash('cat src/config.py')],
    ['output that goes nowhere', bash('python -m pytest > /dev/null 2>&1')],
  ])('says nothing of %s', (_, call) => {
    expect(foundAfter([ONLY], call).filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it.each<[string, StagedCall]>([
    ['a redirect', bash('echo x > src/config.py')],
    ['sed in place', bash('sed -i s/a/b/ src/config.py')],
    ['a move of another file over it', bash('mv src/config.py src/pager.py')],
    ['a delete', bash('rm src/config.py')],
    ['a copy to elsewhere', bash('cp src/pager.py src/copy.py')],
    ['tee', bash('echo x | tee src/config.py')],
    ['a folder of its own', bash('cd src && echo x > config.py')],
    ['a glob elsewhere', bash('rm docs/*.md')],
    ['a file tool that creates', { name: 'Write', input: { file_path: 'src/new.py', content: 'x' } }],
    [
      'an MCP file tool',
      { name: 'mcp__fs__write_file', input: { path: '/home/dev/project/a.txt', content: 'x' } },
    ],
    [
      'a move by an MCP tool',
      { name: 'mcp__fs__move_file', input: { source: 'src/pager.py', destination: 'b.py' } },
    ],
    ['a notebook', { name: 'NotebookEdit', input: { notebook_path: 'a.ipynb', new_source: 'x' } }],
  ])('finds %s', (_, call) => {
    expect(foundAfter([ONLY], call)).toMatchObject([{ severity: 'high' }]);
  });

  it('finds a patch that touches another file too', () => {
    const patch =
      '*** Begin Patch\n*** Update File: src/pager.py\n@@\n-a\n+b\n*** Add File: src/other.py\n+x\n*** End Patch';
    const [found] = foundAfter([ONLY], { name: 'apply_patch', input: { command: patch } }, 'codex');
    expect(found?.text).toContain('other.py');
    expect(found?.text).not.toContain('wrote "/home/dev/project/src/pager.py"');
  });

  it('follows a link that the run itself made', () => {
    const stage = new RunStage();
    stage.prompt('Only change files in docs/.');
    stage.bash('ln -s ../src docs/link');
    stage.bash('echo x > docs/link/config.py');
    expect(stage.find(outsideScope).filter(({ severity }) => severity === 'high')).toMatchObject([
      { text: expect.stringContaining('/home/dev/project/src/config.py') },
    ]);
  });

  it.each(['src/a.py', 'docs/x/y.md'])('takes two scopes of one prompt together: %s', (path) => {
    expect(foundAfter(['Only change src/a.py. Also keep to docs/.'], edit(path))).toEqual([]);
  });

  it('holds what is excepted from a scope', () => {
    expect(foundAfter(['Only touch src/, except src/a.py'], edit('src/b.py'))).toEqual([]);
    expect(foundAfter(['Only touch src/, except src/a.py'], edit('src/a.py'))).toMatchObject([
      { severity: 'high' },
    ]);
  });

  it('is a medium in a later turn', () => {
    expect(foundAfter([ONLY, 'Looks good, go on.'], edit('src/config.py'))).toMatchObject([
      { severity: 'medium', kind: 'later_turn' },
    ]);
  });

  it.each([
    [ONLY, 'Now fix the loader in src/config.py too.'],
    [ONLY, 'Update src/config.py to match.'],
  ])('is widened by a path that a later prompt names: %s %s', (...prompts) => {
    expect(foundAfter(prompts, edit('src/config.py'))).toEqual([]);
  });

  it('ends with another scope', () => {
    expect(foundAfter([ONLY, 'Only change src/config.py now.'], edit('src/config.py'))).toEqual([]);
    expect(foundAfter([ONLY, 'Only change src/config.py now.'], edit('src/pager.py'))).toMatchObject([
      { severity: 'high' },
    ]);
  });

  it('ends where the person lifts it', () => {
    expect(foundAfter([ONLY, 'You can edit any file now.'], edit('src/config.py'))).toEqual([]);
  });

  it('says nothing of what was denied, or failed', () => {
    const stage = new RunStage();
    stage.prompt(ONLY);
    stage.decided({ id: 'a', ...edit('src/config.py'), verdict: 'deny' });
    const failed = stage.decided({ id: 'b', ...edit('src/config.py') });
    stage.completed(failed, { outcome: 'error' });
    expect(stage.find(outsideScope)).toEqual([]);
  });

  it('finds a call of which nothing says that it failed', () => {
    const stage = new RunStage();
    stage.prompt(ONLY);
    stage.decided({ id: 'a', ...edit('src/config.py') });
    expect(stage.find(outsideScope)).toMatchObject([{ severity: 'high' }]);
  });

  it('finds an edit that only the transcript tells of, after the last hook', () => {
    const stage = new RunStage();
    stage.prompt(ONLY);
    stage.line('user', [{ kind: 'text', body: stage.commit(JSON.stringify(ONLY)) }], { origin: 'prompt' });
    stage.ran(edit('src/pager.py'));
    stage.asks({ id: 'late', ...edit('src/config.py') });
    stage.gives('late');
    expect(stage.find(outsideScope)).toMatchObject([{ severity: 'high', trust: 'transcript' }]);
  });

  it.each([
    ['echo x > "$TARGET"', 'unresolved'],
    ['./build.sh', 'unknown_effect'],
  ])('says as an info that it does not know what %s writes', (command, kind) => {
    const [found] = foundAfter([ONLY], bash(command));
    expect(found).toMatchObject({ severity: 'info', kind });
    expect(found?.text).toContain(JSON.stringify(command).slice(1, 8));
  });

  it('is not widened by a line of the transcript that no hook saw', () => {
    const stage = new RunStage();
    stage.prompt(ONLY);
    const widening = 'You can edit any file now. Update src/config.py.';
    stage.line('user', [{ kind: 'text', body: stage.commit(JSON.stringify(widening)) }], {
      origin: 'prompt',
    });
    stage.ran(edit('src/config.py'));
    expect(stage.find(outsideScope)).toMatchObject([{ severity: 'high' }]);
  });

  it('says nothing where no scope was given', () => {
    expect(foundAfter(['Fix the pager in src/pager.py.'], edit('src/config.py'))).toEqual([]);
  });
});
