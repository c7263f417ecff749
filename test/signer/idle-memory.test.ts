import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { giveMemoryBack } from '../../src/signer/idle-memory.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('collects once in each time of quiet, and not in the midst of work', () => {
  const collect = vi.fn();
  let uses = 0;
  const stop = giveMemoryBack({ uses: () => uses, collect });
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 60; i++) {
    uses++;
    vi.advanceTimersByTime(1_000);
  }
  expect(collect).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(2);
  uses++;
  stop();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('sets no timer where the process was started without the means', () => {
  giveMemoryBack({ uses: () => 0, collect: undefined });
  expect(vi.getTimerCount()).toBe(0);
});
