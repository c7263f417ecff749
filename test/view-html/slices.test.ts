import { describe, expect, it } from 'vitest';
import { slicesOf } from '../../src/view/html/slices.ts';

/** Takes the slices, each of which costs so many milliseconds. */
async function taken(bytes: Uint8Array, cost: number) {
  let clock = 0;
  let pauses = 0;
  const progress: number[] = [];
  const parts: Uint8Array[] = [];
  const options = {
    now: () => clock,
    pause: async () => {
      pauses++;
    },
    onProgress: (read: number) => progress.push(read),
  };
  for await (const slice of slicesOf(bytes, options)) {
    parts.push(slice);
    clock += cost;
  }
  return { bytes: Buffer.concat(parts), pauses, progress };
}

describe('bytes in slices', () => {
  const bytes = Buffer.alloc(1_000_000, 'run');

  it('are all there, in order', async () => {
    expect((await taken(bytes, 1)).bytes.equals(bytes)).toBe(true);
    expect((await taken(new Uint8Array(0), 1)).bytes).toHaveLength(0);
  });

  it('give the page its turn whenever 10 ms were worked, and say how far it is', async () => {
    const slow = await taken(bytes, 10);
    expect(slow.pauses).toBe(16);
    expect(slow.progress).toEqual([...slow.progress].sort((a, b) => a - b));
    expect(slow.progress.at(-1)).toBe(bytes.length);
    expect((await taken(bytes, 5)).pauses).toBe(8);
    expect((await taken(bytes, 0)).pauses).toBe(0);
  });
});
