/** What giving memory back needs to know and do. */
export type IdleMemory = {
  /** Changes with each use. */
  readonly uses: () => number;
  /** A full collection; undefined where the process was started without the means (`--expose-gc`). */
  readonly collect: (() => void) | undefined;
};

/** A use is over for so long before memory is given back: in the midst of a session nobody waits for a collection. */
const QUIET_MS = 2_000;

/**
 * Collects once in each time of quiet, so that a signer which idles all day keeps nothing of what came before: V8 waits
 * for more work before it looks, and half of the heap is garbage until then (1,000 sessions: 14 of 32 MB, Node 20.20.2).
 * Gives what ends it.
 */
export function giveMemoryBack({ uses, collect }: IdleMemory): () => void {
  if (collect === undefined) return () => {};
  // What a start leaves behind is given back too.
  let [seen, isDone] = [uses(), false];
  const timer = setInterval(() => {
    const now = uses();
    if (now !== seen) [seen, isDone] = [now, false];
    else if (!isDone) {
      isDone = true;
      collect();
    }
  }, QUIET_MS);
  timer.unref();
  return () => clearInterval(timer);
}
