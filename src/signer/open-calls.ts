import type { CallState } from './gate-state.ts';

/** So many calls of a run that did not run, or have a provisional completion, wait for one that may yet come. */
export const MAX_WAITING = 1_000;

/** The calls of one run that have no real completion, oldest first. */
export class OpenCalls {
  private readonly calls = new Set<CallState>();
  /** Whether nothing is expected of a call: it was denied, and no hold of it waits. */
  private readonly isDone: (call: CallState) => boolean;

  constructor(isDone: (call: CallState) => boolean) {
    this.isDone = isDone;
  }

  list(): readonly CallState[] {
    return [...this.calls];
  }

  delete(call: CallState): void {
    this.calls.delete(call);
  }

  /** Adds a call. Gives those that are let go for it: a denied call's completion is not waited for without end. */
  add(call: CallState): readonly CallState[] {
    this.calls.add(call);
    if (this.calls.size <= MAX_WAITING || this.calls.size % 64 !== 0) return [];
    const done = this.list().filter((one) => one.provisional !== undefined || this.isDone(one));
    const dropped = done.slice(0, Math.max(0, done.length - MAX_WAITING / 2));
    for (const one of dropped) this.calls.delete(one);
    return dropped;
  }
}
