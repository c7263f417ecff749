/** How a hold ended for the hook that waits in it. */
export type HoldEnd = 'approved' | 'rejected' | 'expired' | 'gone' | 'stopped' | 'run_closed';

/** An answer that is being recorded: nothing else ends the hold meanwhile. */
export type Claim = {
  /** The answer is recorded. */
  readonly settle: (end: 'approved' | 'rejected') => void;
  /** It could not be: the hold goes on, or ends by what came meanwhile. */
  readonly release: () => void;
};

type Waiting = { claimed: boolean; missed: HoldEnd | undefined; readonly end: (word: HoldEnd) => void };

/** The hooks that wait for an answer, by approval id. Only memory: the log says which approvals there are. */
export class Holds {
  private readonly waiting = new Map<string, Waiting>();
  private stopped = false;

  get count(): number {
    return this.waiting.size;
  }

  /** Resolves with the answer; with `expired` after `ms`, with `gone` when the hook's connection ends first. */
  wait(approval: string, ms: number, gone: AbortSignal): Promise<HoldEnd> {
    if (this.stopped) return Promise.resolve('stopped');
    return new Promise((resolve) => {
      const end = (word: HoldEnd): void => {
        if (hold.claimed) {
          hold.missed ??= word;
          return;
        }
        if (!this.waiting.delete(approval)) return;
        clearTimeout(timer);
        gone.removeEventListener('abort', onGone);
        resolve(word);
      };
      const hold: Waiting = { claimed: false, missed: undefined, end };
      const onGone = (): void => end('gone');
      const timer = setTimeout(end, ms, 'expired');
      this.waiting.set(approval, hold);
      gone.addEventListener('abort', onGone, { once: true });
      if (gone.aborted) end('gone');
    });
  }

  /** Takes a hold for an answer; undefined where nobody waits in it, or it is taken. */
  claim(approval: string): Claim | undefined {
    const hold = this.waiting.get(approval);
    if (hold === undefined || hold.claimed) return undefined;
    hold.claimed = true;
    const finish = (end: HoldEnd | undefined): void => {
      hold.claimed = false;
      if (end !== undefined) hold.end(end);
    };
    return {
      // A hook that went away meanwhile runs nothing.
      settle: (end) => finish(hold.missed === 'gone' && end === 'approved' ? 'gone' : end),
      release: () => finish(hold.missed),
    };
  }

  end(approval: string, word: HoldEnd): void {
    this.waiting.get(approval)?.end(word);
  }

  /** Ends all holds, and each that is begun from now on. */
  stop(): void {
    this.stopped = true;
    for (const hold of [...this.waiting.values()]) hold.end('stopped');
  }
}
