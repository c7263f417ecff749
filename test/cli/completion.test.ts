import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../../src/cli/commands.ts';
import { candidatesFor } from '../../src/cli/completion/candidates.ts';
import { SCRIPTS } from '../../src/cli/completion/scripts.ts';
import { programOf } from '../../src/cli/program.ts';

const program = programOf(await allCommands());

function offered(...words: readonly string[]): readonly string[] {
  return candidatesFor(program, words).words.map(({ value }) => value);
}

function pathsAt(...words: readonly string[]): string {
  return candidatesFor(program, words).paths;
}

describe('completion', () => {
  it('offers commands, and those below them', () => {
    expect(offered('')).toEqual(expect.arrayContaining(['record', 'verify', 'help']));
    expect(offered('verif')).toEqual(['verify']);
    expect(offered('approvals', 'a')).toEqual(['approve']);
  });

  it('offers nothing that a person does not use', () => expect(offered('complet')).toEqual(['completion']));

  it('offers options behind a dash, and none that are hidden', () => {
    expect(offered('verify', '--tr')).toEqual(['--trust']);
    expect(offered('demo', '--p')).toEqual([]);
  });

  it.each([
    [
      ['init', '--agent', 'c'],
      ['claude-code', 'codex', 'cursor', 'copilot'],
    ],
    [['init', '--agent=g'], ['--agent=gemini']],
    [['init', '--agent', '=', 'g'], ['gemini']],
    [['log', '--kind', 'gap', 'find'], ['finding']],
    [['constraints', 'add', 'no_p'], ['no_push']],
    [['completion', 'f'], ['fish']],
  ])('offers the values of %j', (words, values) => expect(offered(...words)).toEqual(values));

  it('offers the value when nothing stands behind bash’s equals sign yet', () =>
    expect(offered('init', '--agent', '=')).toHaveLength(5));

  it.each([
    [['record', ''], 'files'],
    [['record', 'a', 'b', ''], 'files'],
    [['verify', ''], 'files'],
    [['verify', 'run.tkbundle', ''], 'none'],
    [['verify', '--trust', ''], 'files'],
    [['log', '--home', ''], 'folders'],
    [['log', '--run', ''], 'none'],
    [['--nonsense', ''], 'none'],
    [[], 'none'],
  ])('takes what stands at the end of %j for %s', (words, paths) => expect(pathsAt(...words)).toBe(paths));

  it('keeps a description on its line', () => {
    const odd = new Command('x').addOption(new Option('--y', 'one\ttwo\nthree'));
    expect(candidatesFor(odd, ['--y']).words).toEqual([{ value: '--y', description: 'one two three' }]);
  });

  // What they complete in a real shell is tried for bash in test/script/completion.txt.
  it.each([
    ['bash', '-n'],
    ['zsh', '-n'],
    ['fish', '--no-execute'],
  ] as const)('hands %s what it understands', (shell, look) => {
    const folder = mkdtempSync(join(tmpdir(), 'tracekit-completion-'));
    const file = join(folder, 'script');
    writeFileSync(file, SCRIPTS[shell]);
    const run = spawnSync(shell, [look, file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    if (run.error === undefined) expect(run).toMatchObject({ status: 0, stderr: '' });
    else expect(run.error).toMatchObject({ code: 'ENOENT' });
  });
});
