import type { HookWait } from './hook-call.ts';
import { SharedWait } from './shared-wait.ts';

/** Two installs see one event within so many ms, of its coming or of its answer: a harness runs its hooks at once or in turn. */
const TOGETHER_MS = 2_000;

type Seen<T> = { readonly installs: Set<string>; readonly answer: Promise<T>; readonly wait: SharedWait };

/** One hook of an event. */
export type Seer = { readonly install: string; readonly wait: HookWait };

/**
 * One call is one call though two installs hand it in: the n-th of one install is the n-th of the other,
 * and the first decision is returned to all, also while it is waited for.
 */
export class Twice<T> {
  /** Events by key, the oldest first. */
  private readonly seen = new Map<string, Seen<T>[]>();
  /** Those that are answered, in the order in which they are forgotten. */
  private readonly answered: { readonly key: string; readonly seen: Seen<T>; readonly until: number }[] = [];
  private readonly clock: () => number;

  constructor(clock: () => number) {
    this.clock = clock;
  }

  /** How many events are remembered. */
  get size(): number {
    return this.seen.size;
  }

  /** `key` is equal for equal events. `decide` runs once for each. */
  once(key: string, { install, wait }: Seer, decide: (wait: SharedWait) => Promise<T>): Promise<T> {
    this.forget();
    const events = this.seen.get(key) ?? [];
    const same = events.find(({ installs }) => !installs.has(install));
    if (same !== undefined) {
      same.installs.add(install);
      same.wait.join(wait);
      return same.answer;
    }
    const shared = new SharedWait();
    shared.join(wait);
    const answer = decide(shared);
    const seen = { installs: new Set([install]), answer, wait: shared };
    this.seen.set(key, [...events, seen]);
    const done = (): void => {
      this.answered.push({ key, seen, until: this.clock() + TOGETHER_MS });
    };
    answer.then(done, done);
    return answer;
  }

  private forget(): void {
    const now = this.clock();
    let count = 0;
    // A clock that was set back must not keep them for good.
    for (const { key, seen, until } of this.answered) {
      if (until >= now && until <= now + TOGETHER_MS) break;
      count++;
      const rest = (this.seen.get(key) ?? []).filter((one) => one !== seen);
      if (rest.length === 0) this.seen.delete(key);
      else this.seen.set(key, rest);
    }
    if (count > 0) this.answered.splice(0, count);
  }
}
