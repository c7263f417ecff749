import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { type ByteSource, plainSource, stampOf, type UnreadableWhy } from './source.ts';
import { ZST_CAPS, type ZstCaps, zstSource } from './zst.ts';

export type OpenOptions = {
  /**
   * The user id that the file must belong to. By default this process's own, or any where it runs as root or on a
   * system without user ids.
   */
  readonly owner?: number | 'any';
  readonly zst?: ZstCaps;
};

export type Opened =
  | { readonly kind: 'open'; readonly source: ByteSource }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly why: UnreadableWhy };

/**
 * Opens a transcript for reading, an archive where its name ends in `.zst`. hostile: the path may name anything.
 * `lstat` comes first, since opening a FIFO or a device has effects of its own; `O_NOFOLLOW`, `O_NONBLOCK` and
 * `fstat` hold where something else takes its place in between.
 */
export function openTranscript(path: string, options: OpenOptions = {}): Opened {
  let fd: number;
  try {
    const before = lstatSync(path, { bigint: true });
    const wrong = faultOf(before, options);
    if (wrong !== undefined) return { kind: 'unreadable', why: wrong };
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return refusal(error);
  }
  try {
    const stat = fstatSync(fd, { bigint: true });
    const wrong = faultOf(stat, options);
    if (wrong === undefined) return { kind: 'open', source: sourceOf(path, { fd, stat }, options) };
    closeSync(fd);
    return { kind: 'unreadable', why: wrong };
  } catch (error) {
    closeSync(fd);
    return refusal(error);
  }
}

function sourceOf(path: string, file: { fd: number; stat: BigIntStats }, options: OpenOptions): ByteSource {
  const stamp = stampOf(file.stat);
  return path.endsWith('.zst')
    ? zstSource(file.fd, stamp, options.zst ?? ZST_CAPS)
    : plainSource(file.fd, stamp);
}

function faultOf(stat: BigIntStats, options: OpenOptions): UnreadableWhy | undefined {
  if (stat.isSymbolicLink()) return 'symlink';
  if (!stat.isFile()) return 'not_a_file';
  const owner = options.owner ?? ownUser();
  return owner === 'any' || stat.uid === BigInt(owner) ? undefined : 'wrong_owner';
}

function ownUser(): number | 'any' {
  const uid = process.geteuid?.();
  return uid === undefined || uid === 0 ? 'any' : uid;
}

function refusal(error: unknown): Opened {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'missing' };
    case 'ELOOP':
    case 'EMLINK':
      return { kind: 'unreadable', why: 'symlink' };
    case 'EACCES':
    case 'EPERM':
      return { kind: 'unreadable', why: 'not_permitted' };
    case 'ENXIO':
    case 'EISDIR':
      return { kind: 'unreadable', why: 'not_a_file' };
    default:
      return { kind: 'unreadable', why: 'io_error' };
  }
}
