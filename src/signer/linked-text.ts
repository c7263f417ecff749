import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** A file that a person writes is no larger than this many bytes. */
const MAX_BYTES = 4_000_000;

/**
 * The text of a policy or config file, also through links; undefined where there is none. Throws where it can't be read, is no regular file, or is too
 * large. hostile: a project's repository may hold a link to a device or a FIFO, which must not keep the signer.
 */
export function linkedText(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error('it is no regular file');
    if (found.size > MAX_BYTES) throw new Error(`it has ${found.size} bytes, more than ${MAX_BYTES}`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
