import type { HookReply } from './hook-call.ts';

/** One connection that waits for a reply. */
export type Listener = {
  /** A frame, to be passed on at once. */
  readonly frame: (text: string) => void;
  /** Aborted when this connection closed. */
  readonly gone: AbortSignal;
};

/** Who waits for a reply that is being made. */
type Waiting = { readonly listeners: Set<Listener>; readonly gone: AbortController };

type Entry = {
  readonly reply: Promise<HookReply>;
  readonly frames: readonly string[];
  /** Gone with the reply: two thousand entries are kept, and an `AbortController` with its listeners is a kilobyte. */
  waiting: Waiting | undefined;
  settled?: number;
};

export type RepliesOptions = {
  readonly clock: () => number;
  /** Replies kept at most; 2,000. */
  readonly most?: number;
  /** A reply is kept so long, in ms; ten minutes. */
  readonly keepMs?: number;
};

/**
 * Makes a resend idempotent: hooks with the same key share one decision, while it is being made and for a while after.
 * A decision is told that its hook is gone when the last connection that waits for it has closed.
 */
export class Replies {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: () => number;
  readonly #most: number;
  readonly #keepMs: number;

  constructor({ clock, most = 2_000, keepMs = 600_000 }: RepliesOptions) {
    this.#clock = clock;
    this.#most = most;
    this.#keepMs = keepMs;
  }

  /** The reply for a key; `decide` runs once for each. An empty key is never shared. */
  join(
    key: string,
    listener: Listener,
    decide: (wait: Pick<Listener, 'frame' | 'gone'>) => Promise<HookReply>,
  ) {
    const known = key === '' ? undefined : this.#entries.get(key);
    if (known === undefined) return this.#start(key, listener, decide);
    for (const text of known.frames) listener.frame(text);
    if (known.waiting !== undefined) attach(known.waiting, listener);
    return known.reply;
  }

  #start(
    key: string,
    listener: Listener,
    decide: (wait: Listener) => Promise<HookReply>,
  ): Promise<HookReply> {
    this.#trim();
    const frames: string[] = [];
    const listeners = new Set<Listener>();
    const gone = new AbortController();
    const frame = (text: string): void => {
      // A hold says one line; what a broken gate says beyond reason need not be kept for a resend.
      if (frames.length < 100) frames.push(text);
      for (const each of listeners) each.frame(text);
    };
    const waiting = { listeners, gone };
    attach(waiting, listener);
    const reply = decide({ frame, gone: gone.signal });
    const entry: Entry = { reply, frames, waiting };
    const settle = (): void => {
      entry.settled = this.#clock();
      entry.waiting = undefined;
      listeners.clear();
    };
    reply.then(settle, settle);
    if (key !== '') this.#entries.set(key, entry);
    return reply;
  }

  /** Forgets the oldest that are done. One that still waits stays, and there are no more of those than connections. */
  #trim(): void {
    const before = this.#clock() - this.#keepMs;
    for (const [key, { settled }] of this.#entries) {
      if (settled === undefined) continue;
      if (settled >= before && this.#entries.size < this.#most) return;
      this.#entries.delete(key);
    }
  }
}

function attach({ listeners, gone }: Waiting, listener: Listener): void {
  listeners.add(listener);
  const leave = (): void => {
    if (listeners.delete(listener) && listeners.size === 0) gone.abort();
  };
  if (listener.gone.aborted) leave();
  else listener.gone.addEventListener('abort', leave, { once: true });
}
