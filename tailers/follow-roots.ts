import { existsSync } from 'node:fs';
import type { TailerMessage } from '../src/model/tail.ts';
import type { Tail } from './tail.ts';
import { watchRoots } from './watch.ts';

const DAY_MS = 86_400_000;
/** So long after it vanished a file may turn up in another place. */
const MOVE_MS = 2_000;

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
  const missed = new Set<string>();
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
    // A file that is gone may have been moved: its new place is read first, and then it is no deletion.
    if (!existsSync(path) && !missed.has(path)) {
      missed.add(path);
      setTimeout(hint, MOVE_MS, path).unref();
      continue;
    }
    missed.delete(path);
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
