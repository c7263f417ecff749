import { randomFillSync } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { TracekitError } from '../model/error.ts';

const KEY_BYTES = 32;

/**
 * The home's secret for copy marks, made at first use (0600). A lost one only means that later copies of earlier
 * lines are not known as equal.
 */
export function markKey(keysFolder: string): Uint8Array {
  const path = join(keysFolder, 'marks.key');
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
      return key;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const read = readSync(fd, key, 0, KEY_BYTES, 0);
    if (read === KEY_BYTES) return key;
    throw new TracekitError(
      'bad_key',
      `${path}: expected 32 bytes, found ${read}; move it away, and a new one is made`,
    );
  } finally {
    closeSync(fd);
  }
}
