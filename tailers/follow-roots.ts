import type { TailerMessage } from '../src/model/tail.ts';
import type { Tail } from './tail.ts';
import { watchRoots } from './watch.ts';

const DAY_MS = 86_400_000;

/**
 * Follows the transcripts in the given folders until `stopped` resolves: reads each file whenever something may have
 * changed it, one file at a time.
 */
export async function followRoots(
  tail: Tail,
  paths: readonly string[],
  options: { readonly post: (message: TailerMessage) => void; readonly stopped: Promise<void> },
): Promise<void> {
  const waiting = new Set<string>();
  const read = new Map<string, number>();
  let wake = (): void => {};
  let ended = false;
  const hint = (path: string): void => {
    waiting.add(path);
    wake();
  };
  tail.whenAgain(hint);
  const watch = watchRoots(
    paths,
    { found: hint, changed: hint, gone: hint, degraded: (why) => options.post({ kind: 'degraded', why }) },
    { interest: () => recent(read) },
  );
  void options.stopped.then(() => {
    ended = true;
    wake();
  });
  while (!ended) {
    const [path] = waiting;
    if (path === undefined) {
      options.post({ kind: 'caught_up' });
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (waiting.size > 0 || ended) resolve();
      });
      continue;
    }
    waiting.delete(path);
    read.set(path, Date.now());
    await tail.readFile(path);
  }
  watch.close();
}

/** The files that were touched within the last day: the sweep looks at these. */
function* recent(read: ReadonlyMap<string, number>): Generator<string> {
  const since = Date.now() - DAY_MS;
  for (const [path, time] of read) if (time >= since) yield path;
}
