import { describe, expect, it } from 'vitest';
import { precision, readLines, recall, score } from './lines.ts';

const corpus = readLines('../shared/corpora/constraints.jsonl');
const writtenFrom = readLines('test/constraints/written-from.jsonl')!;
const measuredOn = readLines('test/constraints/measured-on.jsonl')!;

describe.skipIf(corpus === undefined)('the shared corpus (skipped where ../shared is absent)', () => {
  it('is read as every line of it says', () => {
    const { wrong, missed } = score(corpus!);
    expect({ wrong, missed }).toEqual({ wrong: [], missed: [] });
  });
});

describe('paraphrases', () => {
  it('that the grammar was written from are read as they say', () => {
    const { wrong, missed } = score(writtenFrom);
    expect({ wrong, missed }).toEqual({ wrong: [], missed: [] });
  });

  it('that it was not written from are held with a precision of at least 0.98', () => {
    const found = score(measuredOn);
    expect(precision(found), found.wrong.join('\n')).toBeGreaterThanOrEqual(0.98);
  });

  it('that it was not written from are held with a recall of at least 0.9', () => {
    const found = score(measuredOn);
    expect(recall(found), found.missed.join('\n')).toBeGreaterThanOrEqual(0.9);
  });
});
