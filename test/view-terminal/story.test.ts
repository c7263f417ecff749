import { describe, expect, it } from 'vitest';
import type { Excerpt, Review, Row, ViewSource } from '../../src/view/api.ts';
import { rowChoice } from '../../src/view/terminal/choice.ts';
import { type StoryOptions, type StoryPart, storyOf } from '../../src/view/terminal/story.ts';

const LONG = 'word '.repeat(1_000);

const prompt = (row: number): Row => ({
  ...{ kind: 'prompt', row, seq: row, time: 't', depth: 0, origin: 'person', findings: [] },
  text: { text: LONG.slice(0, 100), bytes: LONG.length, cut: true, commitment: 'c' },
});
const gap = (row: number): Row => ({ kind: 'gap', row, seq: row, time: 't', depth: 0, why: 'w', text: 'x' });

/** 450 rows, each tenth a gap; a review that is settled when it was asked for a third time. */
function stage(): { readonly source: ViewSource; readonly asked: () => number } {
  const rows = Array.from({ length: 450 }, (_, i) => (i % 10 === 0 ? gap(i) : prompt(i)));
  let asked = 0;
  const source = {
    rows: async (_: string, from: number, count: number) => ({
      ...{ from, total: rows.length, rows: rows.slice(from, from + count) },
    }),
    review: async () => {
      asked++;
      return {
        analysis: asked < 3 ? 'running' : 'done',
        verdicts: asked < 2 ? [] : [{}],
      } as unknown as Review;
    },
    content: async (_seq: number, commitment: string, from: number): Promise<Excerpt> => {
      const text = LONG.slice(from, from + 700);
      return { text, bytes: LONG.length, commitment, ...(from + 700 < LONG.length ? { cut: true } : {}) };
    },
  } as unknown as ViewSource;
  return { source, asked: () => asked };
}

async function told(source: ViewSource, options: Partial<StoryOptions> = {}): Promise<readonly StoryPart[]> {
  const parts: StoryPart[] = [];
  const all = { run: 'r', full: false, wait: async () => undefined, ...options };
  for await (const part of storyOf(source, all)) parts.push(part);
  return parts;
}

const rowsIn = (parts: readonly StoryPart[]) =>
  parts.flatMap((part) => (part.event === 'row' ? [part.row.row] : []));

describe("a run's story", () => {
  it('begins with the settled review, tells every row once, and ends with what the log proves', async () => {
    const { source, asked } = stage();
    const parts = await told(source);
    expect(asked()).toBe(3);
    expect(parts[0]).toMatchObject({ event: 'review', review: { analysis: 'done' } });
    expect(rowsIn(parts)).toEqual(Array.from({ length: 450 }, (_, i) => i));
    expect(parts.at(-1)?.event).toBe('end');
  });

  it('is the chosen rows alone where rows are chosen, and waits for nothing', async () => {
    const { source, asked } = stage();
    const parts = await told(source, { from: 195, to: 215, only: rowChoice(['gaps']) });
    expect(rowsIn(parts)).toEqual([200, 210]);
    expect(parts).toHaveLength(2);
    expect(asked()).toBe(0);
  });

  it('has texts whole where that is asked for', async () => {
    const [part] = await told(stage().source, { from: 1, to: 1, full: true });
    expect(part).toMatchObject({ row: { text: { text: LONG, bytes: LONG.length } } });
    expect(part?.event === 'row' && 'text' in part.row && part.row.text).not.toHaveProperty('cut');
  });

  it('knows the words of --only, several of them or joined by commas', () => {
    const choice = rowChoice(['gaps,notes', 'calls']);
    expect([choice(gap(1)), choice(prompt(1))]).toEqual([true, false]);
    expect(() => rowChoice(['constructor'])).toThrow(/expected prompts/);
  });
});
