/** Two installs see one call within so many ms. */
const TOGETHER_MS = 2_000;

type Seen<T> = { readonly time: number; readonly installs: Set<string>; readonly answer: Promise<T> };

/**
 * One call is one call though two installs hand it in (REQUIREMENTS A3): the n-th of one install is the n-th of the other,
 * and the first decision is returned to all.
 */
export class Twice<T> {
  private readonly seen = new Map<string, Seen<T>[]>();
  private readonly clock: () => number;

  constructor(clock: () => number) {
    this.clock = clock;
  }

  /** `key` is equal for equal calls. `decide` runs once for each call. */
  once(key: string, install: string, decide: () => Promise<T>): Promise<T> {
    const now = this.clock();
    this.forget(now);
    const calls = this.seen.get(key) ?? [];
    const same = calls.find(({ time, installs }) => now - time <= TOGETHER_MS && !installs.has(install));
    if (same !== undefined) {
      same.installs.add(install);
      return same.answer;
    }
    const answer = decide();
    this.seen.set(key, [...calls, { time: now, installs: new Set([install]), answer }]);
    return answer;
  }

  private forget(now: number): void {
    for (const [key, calls] of this.seen) {
      const recent = calls.filter(({ time }) => now - time <= TOGETHER_MS);
      if (recent.length === 0) this.seen.delete(key);
      else if (recent.length < calls.length) this.seen.set(key, recent);
    }
  }
}
