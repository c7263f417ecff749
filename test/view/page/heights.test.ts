import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Heights } from '../../../src/view/page/timeline/heights.ts';

const ESTIMATE = 50;
const change = fc.oneof(
  fc.record({ row: fc.nat(3_000), height: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ count: fc.nat(3_000) }),
);

/** The same, plainly. */
function plainly(changes: readonly ({ row: number; height: number } | { count: number })[]): number[] {
  let heights: number[] = [];
  for (const one of changes) {
    if ('count' in one) heights = Array.from({ length: one.count }, (_, row) => heights[row] ?? ESTIMATE);
    else if (one.row < heights.length) heights[one.row] = one.height;
  }
  return heights;
}

describe('heights of rows', () => {
  it('are summed as if one by one, however they change', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), fc.nat(3_000), (changes, row) => {
        const heights = new Heights(ESTIMATE);
        for (const one of changes) {
          if ('count' in one) heights.resize(one.count);
          else if (one.row < heights.count) heights.set(one.row, one.height);
        }
        const plain = plainly(changes);
        const sum = (to: number) => plain.slice(0, to).reduce((total, each) => total + each, 0);
        expect(heights.total).toBe(sum(plain.length));
        expect(heights.top(row)).toBe(sum(row));
      }),
    );
  });

  it('tell which row is at a place', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 200 }),
        fc.nat(60_000),
        (all, place) => {
          const heights = new Heights(ESTIMATE);
          heights.resize(all.length);
          for (const [row, height] of all.entries()) heights.set(row, height);
          const row = heights.at(place);
          if (place >= heights.total) expect(row).toBe(all.length - 1);
          else {
            expect(heights.top(row)).toBeLessThanOrEqual(place);
            expect(heights.top(row + 1)).toBeGreaterThan(place);
          }
        },
      ),
    );
  });
});
