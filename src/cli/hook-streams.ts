import { readSync, writeSync } from 'node:fs';

export type StdinRead = { readonly bytes: Buffer; readonly length: number };

/** All of stdin; what goes beyond `most` is read and let go, or the harness's write would fail. */
export function readStdin(most: number): StdinRead {
  const chunks: Buffer[] = [];
  let kept = 0;
  let length = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const count = readSome(chunk);
    if (count === 0) return { bytes: Buffer.concat(chunks, kept), length };
    length += count;
    const keep = Math.min(count, most - kept);
    if (keep > 0) chunks.push(chunk.subarray(0, keep));
    kept += Math.max(0, keep);
  }
}

function readSome(into: Buffer): number {
  for (;;) {
    try {
      return readSync(0, into, 0, into.length, null);
    } catch (error) {
      // A harness may hand over a pipe that does not block. Windows ends a pipe with EOF; a closed stdin is empty.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return 0;
      rest();
    }
  }
}

/** Writes all of a text to descriptor 1 or 2. A reader that is gone is no failure: nobody is left to tell. */
export function writeTo(fd: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      rest();
    }
  }
}

function rest(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}
