import { closeSync, constants, fchmodSync, fstatSync, openSync, writeSync } from 'node:fs';

export type Captured = {
  readonly args: readonly string[];
  readonly payload: Uint8Array;
  /** Bytes that came; more than `payload` has where it was too long to be kept. */
  readonly length: number;
  readonly time: Date;
};

// hostile: a link or a FIFO in the file's place; opening must neither follow nor wait.
const APPEND =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/**
 * Appends a payload as it came to the capture file: a line of JSON with time, arguments and byte
 * length, then the bytes and a newline. Mode 0600. Never throws: a failing capture never breaks the hook.
 */
export function capture(path: string, { args, payload, length, time }: Captured): void {
  try {
    const fd = openSync(path, APPEND, 0o600);
    try {
      if (!fstatSync(fd).isFile()) return;
      fchmodSync(fd, 0o600);
      const head = JSON.stringify({
        time: time.toISOString(),
        args,
        bytes: payload.length,
        ...(length !== payload.length && { cut_from: length }),
      });
      // One write, so that hooks at the same time do not mix.
      writeSync(fd, Buffer.concat([Buffer.from(`${head}\n`), payload, Buffer.from('\n')]));
    } finally {
      closeSync(fd);
    }
  } catch {}
}
