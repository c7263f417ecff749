import type { Profile } from '../harness/failure.ts';
import type { HookWait } from './hook-call.ts';

/** Lines that a late hook is told again; a hold says one. */
const MOST_LINES = 20;

/** One wait for all hooks of one call: what is said goes to each, and it is over when the last of them has gone. */
export class SharedWait implements HookWait {
  private readonly members = new Set<HookWait>();
  private readonly over = new AbortController();
  private readonly lines: string[] = [];
  private mode: Profile | undefined;

  get gone(): AbortSignal {
    return this.over.signal;
  }

  /** Lets one more hook wait; it is told what was said so far. */
  join(wait: HookWait): void {
    for (const line of this.lines) wait.say(line);
    if (this.mode !== undefined) wait.failMode?.(this.mode);
    this.members.add(wait);
    const leave = (): void => {
      if (this.members.delete(wait) && this.members.size === 0) this.over.abort();
    };
    if (wait.gone.aborted) leave();
    else wait.gone.addEventListener('abort', leave, { once: true });
  }

  say(line: string): void {
    if (this.lines.length < MOST_LINES) this.lines.push(line);
    for (const wait of this.members) wait.say(line);
  }

  failMode(mode: Profile): void {
    this.mode = mode;
    for (const wait of this.members) wait.failMode?.(mode);
  }
}
