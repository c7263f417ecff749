import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** How much of a transcript is not recorded yet. `more`: there are lines beyond those that were counted. */
export type Behind = { readonly bytes: number; readonly lines: number; readonly more?: true };

const NEWLINE = 0x0a;
const PIECE = 256 * 1024;
/** Lines are counted in so many bytes at most. */
const MOST = 8 * 2 ** 20;

/** What lies in the file at `path` behind byte `end`; undefined where it can't be read. For an archive nothing is known. */
export function behind(path: string, end: number): Behind | undefined {
  if (path.endsWith('.zst')) return undefined;
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const bytes = fstatSync(fd).size - end;
    if (bytes <= 0) return { bytes: 0, lines: 0 };
    const lines = linesIn(fd, end, Math.min(bytes, MOST));
    return { bytes, lines, ...(bytes > MOST && { more: true }) };
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

function linesIn(fd: number, from: number, length: number): number {
  const buffer = Buffer.allocUnsafe(Math.min(PIECE, length));
  let lines = 0;
  for (let at = 0; at < length; ) {
    const read = readSync(fd, buffer, 0, Math.min(buffer.length, length - at), from + at);
    if (read === 0) break;
    for (let i = buffer.indexOf(NEWLINE); i >= 0 && i < read; i = buffer.indexOf(NEWLINE, i + 1)) lines++;
    at += read;
  }
  return lines;
}
