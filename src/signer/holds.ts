/** How a hold ended for the hook that waits in it. */
export type HoldEnd = 'approved' | 'rejected' | 'expired' | 'gone' | 'stopped';

/** The hooks that wait for an answer, by approval id. Only memory: the log says which approvals there are. */
export class Holds {
  private readonly waiting = new Map<string, (end: HoldEnd) => void>();

  get count(): number {
    return this.waiting.size;
  }

  has(approval: string): boolean {
    return this.waiting.has(approval);
  }

  /** Resolves with the answer; with `expired` after `ms`, with `gone` when the hook's connection ends first. */
  wait(approval: string, ms: number, gone: AbortSignal): Promise<HoldEnd> {
    return new Promise((resolve) => {
      const end = (word: HoldEnd): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', onGone);
        if (this.waiting.delete(approval)) resolve(word);
      };
      const onGone = (): void => end('gone');
      const timer = setTimeout(end, ms, 'expired');
      this.waiting.set(approval, end);
      gone.addEventListener('abort', onGone, { once: true });
      if (gone.aborted) end('gone');
    });
  }

  /** Ends a hold; false where nobody waits in it. */
  end(approval: string, word: HoldEnd): boolean {
    const end = this.waiting.get(approval);
    end?.(word);
    return end !== undefined;
  }

  endAll(word: HoldEnd): void {
    for (const end of [...this.waiting.values()]) end(word);
  }
}
