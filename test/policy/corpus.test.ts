import { describe, expect, it } from 'vitest';
import { answer, readLines, score } from './lines.ts';

const corpus = readLines('../shared/corpora/commands.jsonl');
const own = readLines('test/shell/more-commands.jsonl')!;
const probes = readLines('test/shell/probe-commands.jsonl')!;
const unseen = ['third', 'fourth', 'fifth', 'sixth'].flatMap(
  (name) => readLines(`test/shell/${name}-commands.jsonl`)!,
);

describe.skipIf(corpus === undefined)(
  'the starter policy on the shared corpus (skipped where ../shared is absent)',
  () => {
    it('stops at least 0.99 of what must be stopped', () => {
      const { missed, stopped } = score(corpus!);
      expect(stopped).toBeGreaterThan(200);
      expect(missed.length / stopped, missed.join(' ')).toBeLessThanOrEqual(0.01);
    });

    it('stops at most 0.2 % of the rest', () => {
      const { wrong, allowed } = score(corpus!);
      expect(wrong.length / allowed, wrong.join(' ')).toBeLessThanOrEqual(0.002);
    });

    it('finds the targets that the corpus states, in at least 0.95 of the lines', () => {
      const stated = corpus!.filter((line) => line.targets !== undefined);
      const text = (targets: readonly { readonly role: string; readonly path: string }[]): string =>
        targets
          .map((target) => `${target.role}:${target.path}`)
          .sort()
          .join(' ');
      const other = stated
        .filter((line) => text(answer(line).targets) !== text(line.targets!))
        .map((line) => line.id);
      expect(other.length / stated.length, other.join(' ')).toBeLessThanOrEqual(0.05);
    });

    it('names the effects that the corpus names, in at least 0.95 of the lines', () => {
      const other = corpus!
        .filter((line) => [...answer(line).effects].sort().join() !== [...line.effects!].sort().join())
        .map((line) => line.id);
      expect(other.length / corpus!.length, other.join(' ')).toBeLessThanOrEqual(0.05);
    });
  },
);

describe('the starter policy on commands of our own', () => {
  it('stops all that must be stopped, and nothing else, of the first 258', () => {
    const { missed, wrong } = score(own);
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
  });

  it('stops all that must be stopped, and nothing else, of the probes', () => {
    const { missed, wrong } = score(probes);
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
  });

  it('stops all that must be stopped, and nothing else, of those written before the code was asked', () => {
    const { missed, wrong } = score(unseen);
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
  });
});
