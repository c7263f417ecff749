import { randomFillSync } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { toHex } from '../bytes/hex.ts';
import { sha256 } from '../bytes/sha256.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { TracekitError } from '../model/error.ts';

const KEY_BYTES = 32;

/** The file in a home's `keys` that holds it. */
export const MARK_KEY = 'marks.key';

/** How the log names the key of its marks without giving it away: 32 hex digits (docs/log-format.md "log.opened"). */
export function nameOfMarkKey(key: Uint8Array): string {
  return toHex(sha256(Buffer.concat([key, toUtf8('tracekit mark key')])).subarray(0, 16));
}

/**
 * The home's secret for copy marks, made at first use (0600): `made` says so. A lost one means that copies of lines
 * recorded before are not known any more.
 */
export function markKey(keysFolder: string): { readonly key: Uint8Array; readonly made: boolean } {
  const path = join(keysFolder, MARK_KEY);
  const key = new Uint8Array(KEY_BYTES);
  try {
    const fd = openSync(
      path,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      randomFillSync(key);
      writeSync(fd, key);
      fsyncSync(fd);
      return { key, made: true };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const read = readSync(fd, key, 0, KEY_BYTES, 0);
    if (read === KEY_BYTES) return { key, made: false };
    throw new TracekitError(
      'bad_key',
      `${path}: expected 32 bytes, found ${read}; move it away, and a new one is made`,
    );
  } finally {
    closeSync(fd);
  }
}
