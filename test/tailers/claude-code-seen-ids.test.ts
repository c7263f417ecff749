import { describe, expect, it } from 'vitest';
import { SeenIds } from '../../tailers/claude-code/seen-ids.ts';
import { uuid } from './claude-code-lines.ts';

describe('the ids seen in a transcript', () => {
  it('are all known after the table has grown, and no other is', () => {
    const seen = new SeenIds();
    for (let n = 0; n < 20_000; n++) seen.add(uuid(n));
    const wrong = Array.from({ length: 40_000 }, (_, n) => n).filter((n) => seen.has(uuid(n)) !== n < 20_000);
    expect(wrong).toEqual([]);
  });

  it('take every id for seen once the table is full, so that nothing is noted in error', () => {
    const seen = new SeenIds();
    for (let n = 0; n < 1_500_000; n++) seen.add(`id-${n}`);
    expect(seen.has('id-never')).toBe(true);
  });
});
