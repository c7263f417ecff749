import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldAfter } from '../../src/constraints/fold.ts';
import { readableLines } from '../../src/constraints/lines.ts';
import { readPrompt } from '../../src/constraints/read.ts';
import { sentencesOf } from '../../src/constraints/sentence.ts';

const piece = fc.oneof(
  fc.constantFrom(
    "don't",
    'touch',
    'only',
    'change',
    'billing.py',
    'src/',
    '"',
    "'",
    '`',
    '```\n',
    '~~~',
    '\n',
    '. ',
    ': ',
    ', ',
    ' ',
    'except',
    'it',
    'the second',
    'leave',
    'alone',
    '<file>',
    '</file>',
    '\0',
    '\ud800',
    '不要修改',
    'を変更しないで',
    'keep',
    'nothing',
    'or',
    'you may',
    'edit',
    'unless',
    '**',
    '@@ -1',
    '> ',
    '- ',
    'n’',
    '{a,b}',
    '—',
    '\u2028',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const prompt = fc
  .array(piece, { maxLength: 60 })
  .map((pieces) => pieces.join(fc.sample(fc.constantFrom(' ', ''), { numRuns: 1, seed: pieces.length })[0]!));

describe('any text', () => {
  it('is read without an error, and each statement rests on words inside it', () => {
    fc.assert(
      fc.property(prompt, (text) => {
        const { holds, releases, named } = readPrompt(text, [text]);
        for (const { words } of [...holds, ...releases, ...named]) {
          expect(words.at).toBeGreaterThanOrEqual(0);
          expect(words.length).toBeGreaterThan(0);
          expect(words.at + words.length).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gives at most one entry a kind, and each target once', () => {
    fc.assert(
      fc.property(fc.array(prompt, { maxLength: 4 }), (prompts) => {
        const held = heldAfter(prompts);
        expect(new Set(held.map(({ kind }) => kind)).size).toBe(held.length);
        for (const { targets } of held) expect(new Set(targets).size).toBe(targets.length);
      }),
      { numRuns: 200 },
    );
  });

  it('is split into tokens that stand in order and say where they are', () => {
    fc.assert(
      fc.property(prompt, (text) => {
        let end = 0;
        for (const token of sentencesOf(readableLines(text)).flat()) {
          expect(token.at).toBeGreaterThanOrEqual(end);
          expect(token.end).toBeLessThanOrEqual(text.length);
          end = token.end;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is read in parts of bounded length, whatever it leaves out', () => {
    for (const text of ['a '.repeat(20_000), "don't touch a.py or ".repeat(4_000), '(('.repeat(20_000)]) {
      for (const sentence of sentencesOf(readableLines(text)))
        expect(sentence.length).toBeLessThanOrEqual(300);
    }
  });

  it('takes steps in proportion to its length', () => {
    for (const text of [
      'dont touch it or push, ',
      '"a ',
      '```\n',
      '<file>\n',
      'the a.py. leave it alone. ',
      '((',
      'not ',
      '不要修改 ',
      '[',
      'do not:\n',
      'do not touch:\n- a. ',
      "- don't touch\n",
      'From: a\nSubject: b\n',
    ]) {
      const few = steps(text.repeat(1000));
      const many = steps(text.repeat(4000));
      expect(many / few, text).toBeLessThan(6);
    }
  });
});

describe('the prompts before', () => {
  it('are read once, however often a pronoun refers to them', () => {
    const earlier = ['no name is in it. '.repeat(20_000)];
    const few = steps('leave it alone. '.repeat(100), earlier);
    const many = steps('leave it alone. '.repeat(400), earlier);
    expect(many / few).toBeLessThan(2);
  });
});

/** How many words are looked up and expressions tried: what the readers do, whatever the machine's speed. */
function steps(text: string, earlier: readonly string[] = []): number {
  let count = 0;
  const exec = RegExp.prototype.exec;
  const get = Map.prototype.get;
  Map.prototype.get = function counted(this: Map<unknown, unknown>, key: unknown) {
    count++;
    return get.call(this, key);
  };
  RegExp.prototype.exec = function counted(this: RegExp, input: string) {
    count++;
    return exec.call(this, input);
  };
  try {
    readPrompt(text, earlier);
  } finally {
    Map.prototype.get = get;
    RegExp.prototype.exec = exec;
  }
  return count;
}
