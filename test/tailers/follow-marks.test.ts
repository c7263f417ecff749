import { describe, expect, it } from 'vitest';
import { Marks } from '../../tailers/generation.ts';

const key = (first: number) => Uint32Array.from({ length: 8 }, (_, i) => Math.imul(first + i, 0x9e3779b1));
const digest = (last: number) => Uint8Array.from({ length: 32 }, (_, i) => (i < 4 ? 1 : last));

describe('the mark of a line', () => {
  it('tells digests apart that begin alike', () => {
    const marks = new Marks(key(1));
    expect(marks.folded(0, digest(2), 0)).not.toBe(marks.folded(0, digest(3), 0));
  });

  it('is known to nobody without the key', () => {
    expect(new Marks(key(1)).folded(0, digest(2), 0)).not.toBe(new Marks(key(2)).folded(0, digest(2), 0));
  });

  it('changes with the lines before', () => {
    const marks = new Marks(key(1));
    expect(marks.folded(1, digest(2), 0)).not.toBe(marks.folded(2, digest(2), 0));
  });
});
