/** Does its work once. What must be made before it, outside the time, is made by `prepare`. */
export type Contender<T = unknown> = {
  readonly prepare?: () => T | Promise<T>;
  readonly run: (prepared: T) => unknown;
};

/**
 * Median times in ms of what is compared, taken in turns: two runs of one loop here gave 0.48 and 1.55 times each
 * other. One round to warm up, then `rounds`.
 */
export async function interleave(
  contenders: readonly Contender<never>[],
  rounds: number,
): Promise<readonly number[]> {
  const times: number[][] = contenders.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      const prepared = (await contender.prepare?.()) as never;
      const start = performance.now();
      await contender.run(prepared);
      const took = performance.now() - start;
      if (round >= 0) times[i]!.push(took);
    }
  }
  return times.map(median);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
