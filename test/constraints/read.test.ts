import { describe, expect, it } from 'vitest';
import { readPrompt } from '../../src/constraints/read.ts';

const quoted = (prompt: string) =>
  readPrompt(prompt).holds.map(({ words }) => prompt.slice(words.at, words.at + words.length));

describe('a reading', () => {
  it('rests on the words of the clause that says the ban', () => {
    expect(quoted("Fix the pager, but don't touch billing.py. Thanks!")).toEqual(["don't touch billing.py"]);
  });

  it('is the same with and without a stray quotation mark on another line', () => {
    const rules = '- Do NOT modify existing test files\n- fix the parser';
    const kinds = (prompt: string) =>
      readPrompt(prompt).holds.map(({ kind, targets }) => ({ kind, targets }));
    expect(kinds(`The 5" screen:\n${rules}`)).toEqual(kinds(`The screen:\n${rules}`));
    expect(kinds(rules)).toEqual([{ kind: 'no_modify', targets: ['existing test files'] }]);
  });

  it('is the same behind a fence that is never closed', () => {
    expect(readPrompt("```\nlet a = 1\nDon't touch billing.py").holds).toHaveLength(1);
  });

  it('keeps a release apart from what is held', () => {
    const { holds, releases } = readPrompt('You may edit billing.py now.');
    expect(holds).toEqual([]);
    expect(releases).toMatchObject([{ by: 'permission', targets: ['billing.py'] }]);
  });

  it('says that a ban ends at the word of the person', () => {
    expect(readPrompt("Don't push until I have reviewed it.").holds).toMatchObject([{ untilWord: true }]);
    expect(readPrompt("Don't push.").holds).toMatchObject([{ untilWord: false }]);
  });

  it('takes what "it" stands for from an earlier prompt', () => {
    expect(readPrompt('leave it alone', ['Look at billing.py']).holds).toMatchObject([
      { targets: ['billing.py'] },
    ]);
    expect(readPrompt('leave it alone').holds).toEqual([]);
  });

  it('notes what is excepted in the same breath', () => {
    expect(readPrompt("Don't edit src/ except src/a.py.").holds).toMatchObject([
      { kind: 'no_modify', targets: ['src/'], except: ['src/a.py'] },
    ]);
  });

  it('names the paths that an instruction is to work on', () => {
    expect(readPrompt('Fix the bug in src/a.py').named).toMatchObject([{ target: 'src/a.py' }]);
  });

  it('ends what waited for the word of the person at a bare go-ahead', () => {
    expect(readPrompt('Approved.').releases).toMatchObject([{ by: 'go_ahead' }]);
  });
});

describe('a ban that is none', () => {
  it.each([
    'Extract it into a pure function:\n- no I/O\n- no network',
    'The function returns early, changing nothing.',
    'The bug: reading is fine, writing is not.',
    'We log in src/a.ts and read from src/b.ts, so stay out of there.',
  ])('%j', (prompt) => {
    expect(readPrompt(prompt).holds).toEqual([]);
  });
});
