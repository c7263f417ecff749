import { describe, expect, it } from 'vitest';
import { type Line, readLines, score } from './lines.ts';

const FILES = ['written-from', 'measured-on', 'fresh', 'guessed', 'unseen'] as const;

/** Lines that are read otherwise than they say, and why they are wrong there. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'MO-006': 'the target of ".env files" is spelled ".env", as "*.snap" is in G003',
};

const corpus = readLines('../shared/corpora/constraints.jsonl');

describe.skipIf(corpus === undefined)('the shared corpus (skipped where ../shared is absent)', () => {
  it('is read as every line of it says', () => {
    const { wrong, missed } = score(corpus!);
    expect({ wrong, missed }).toEqual({ wrong: [], missed: [] });
  });
});

describe.each(FILES)('the prompts of %s.jsonl', (name) => {
  const lines = readLines(`test/constraints/${name}.jsonl`)!;

  it('are read as every line says that is no exception', () => {
    const { wrong, missed } = score(lines.filter(({ id }) => EXCEPTIONS[id] === undefined));
    expect({ wrong, missed }).toEqual({ wrong: [], missed: [] });
  });

  it('have exceptions that are still read otherwise', () => {
    const named = lines.filter(({ id }) => EXCEPTIONS[id] !== undefined);
    expect(named.filter(isRight).map(({ id }) => id)).toEqual([]);
  });
});

function isRight(line: Line): boolean {
  const { wrong, missed } = score([line]);
  return wrong.length === 0 && missed.length === 0;
}
