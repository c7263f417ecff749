/** How bytes are handed out so that a page stays alive meanwhile. */
export type SliceOptions = {
  /** Resolves when the page has had its turn. */
  readonly pause: () => Promise<void>;
  /** Milliseconds, of any beginning. */
  readonly now: () => number;
  /** Called with the bytes handed out so far, before each pause. */
  readonly onProgress?: (read: number) => void;
};

/** Bytes handed out at once; a page's slowest work on them is far below a frame. */
const SLICE_BYTES = 64 << 10;
/** So long is worked at a time; a frame has 16 ms. */
const WORK_MS = 10;

/** The bytes in slices, with a pause whenever their taker has worked for 10 ms. */
export async function* slicesOf(bytes: Uint8Array, options: SliceOptions): AsyncGenerator<Uint8Array> {
  const { pause, now, onProgress } = options;
  let since = now();
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES);
    if (now() - since < WORK_MS) continue;
    onProgress?.(Math.min(at + SLICE_BYTES, bytes.length));
    await pause();
    since = now();
  }
}
