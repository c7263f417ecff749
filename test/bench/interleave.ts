/**
 * Does its work once. What must be made before it, outside the time, is made by `prepare`. Where `run` gives a number,
 * that is its time in ms: it left something out.
 */
export type Contender = { readonly prepare?: () => void; readonly run: () => unknown };

/**
 * Median times in ms of what is compared, taken in turns: two runs of one loop here gave 0.48 and 1.55 times each
 * other. One round to warm up, then `rounds`.
 */
export async function interleave(
  contenders: readonly Contender[],
  rounds: number,
): Promise<readonly number[]> {
  const times: number[][] = contenders.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      contender.prepare?.();
      const start = performance.now();
      const own = await contender.run();
      const took = typeof own === 'number' ? own : performance.now() - start;
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
