import * as fs from 'node:fs';

/** Node's folders cannot be synced on Windows; there a rename is durable by the file system's own journal. */
const FOLDERS_SYNC = process.platform !== 'win32';

/**
 * Everything that the log and the vault do to a disk, as steps that a test can fail one by one.
 * A descriptor is the system's number. Each rejects with Node's `ErrnoException`.
 */
export type Disk = {
  /** Opens with `O_NOFOLLOW` and mode 0600; `how` as for `open(2)`: `create` refuses a file that exists. */
  readonly open: (path: string, how: 'read' | 'write' | 'create' | 'replace') => Promise<number>;
  /** Bytes written, which may be fewer than given. */
  readonly write: (fd: number, bytes: Uint8Array, position: number) => Promise<number>;
  /** Bytes read, 0 at the end. */
  readonly read: (fd: number, into: Uint8Array, position: number) => Promise<number>;
  /** fdatasync. */
  readonly sync: (fd: number) => Promise<void>;
  readonly truncate: (fd: number, size: number) => Promise<void>;
  readonly size: (fd: number) => number;
  readonly close: (fd: number) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly unlink: (path: string) => Promise<void>;
  /** Makes one folder, mode 0700; one that is there already is kept. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** Makes creations, renames and removals in the folder durable. */
  readonly syncFolder: (path: string) => Promise<void>;
};

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC } = fs.constants;
// Absent on Windows, where making a symbolic link takes a privilege.
const NOFOLLOW = fs.constants.O_NOFOLLOW ?? 0;
// hostile: a FIFO in a file's place, whose opening would wait for a writer for ever. Absent on Windows.
const NONBLOCK = fs.constants.O_NONBLOCK ?? 0;
const FLAGS = {
  read: O_RDONLY | NOFOLLOW | NONBLOCK,
  write: O_RDWR | O_CREAT | NOFOLLOW,
  create: O_RDWR | O_CREAT | O_EXCL | NOFOLLOW,
  replace: O_RDWR | O_CREAT | O_TRUNC | NOFOLLOW,
} as const;

/** The real disk. */
export const nodeDisk: Disk = {
  open: (path, how) => once<number>((done) => fs.open(path, FLAGS[how], 0o600, done)),
  write: (fd, bytes, position) =>
    once<number>((done) => fs.write(fd, bytes, 0, bytes.length, position, done)),
  read: (fd, into, position) => once<number>((done) => fs.read(fd, into, 0, into.length, position, done)),
  sync: (fd) => once<void>((done) => fs.fdatasync(fd, done)),
  truncate: (fd, size) => once<void>((done) => fs.ftruncate(fd, size, done)),
  size: (fd) => fs.fstatSync(fd).size,
  close: (fd) => once<void>((done) => fs.close(fd, done)),
  rename: (from, to) => once<void>((done) => fs.rename(from, to, done)),
  unlink: (path) => once<void>((done) => fs.unlink(path, done)),
  makeFolder: async (path) => {
    try {
      await once<void>((done) => fs.mkdir(path, 0o700, done));
    } catch (error) {
      if (errno(error) !== 'EEXIST') throw error;
    }
  },
  syncFolder: async (path) => {
    if (!FOLDERS_SYNC) return;
    const fd = await once<number>((done) => fs.open(path, O_RDONLY, done));
    try {
      await once<void>((done) => fs.fsync(fd, done));
    } finally {
      await once<void>((done) => fs.close(fd, done));
    }
  },
};

function once<T>(start: (done: (error: Error | null, value?: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error === null ? resolve(value as T) : reject(error)));
  });
}

/** The system's error word (`ENOENT`, `ENOSPC`, …), or undefined for any other error. */
export function errno(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Whether the disk, or what the user may have of it, is full. */
export function isFull(error: unknown): boolean {
  const code = errno(error);
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
}

/** Writes all of `bytes` to a file at a byte offset, however short single writes are. A write of nothing counts as a full disk. */
export async function writeAll(
  disk: Disk,
  { fd, at }: { readonly fd: number; readonly at: number },
  bytes: Uint8Array,
): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const wrote = await disk.write(fd, bytes.subarray(done), at + done);
    if (wrote <= 0) throw noRoom(bytes.length - done, at + done);
    done += wrote;
  }
}

function noRoom(bytes: number, at: number): Error {
  const what = `expected room for ${bytes} bytes at byte ${at}, found none: the disk is full; free some and start again`;
  return Object.assign(new Error(what), { code: 'ENOSPC' });
}

/** Puts a file in place whole or not at all: a temporary file beside it, synced, renamed, its folder synced. */
export async function replaceFile(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.draft`;
  const fd = await disk.open(draft, 'replace');
  try {
    await writeAll(disk, { fd, at: 0 }, bytes);
    await disk.sync(fd);
  } catch (error) {
    // On a full disk even an unfinished draft is room that somebody needs.
    if (isFull(error)) await disk.unlink(draft);
    throw error;
  } finally {
    await disk.close(fd);
  }
  await disk.rename(draft, path);
  await disk.syncFolder(folderOf(path));
}

/**
 * The file's bytes, or undefined where there is none. Never follows a link; refuses what is no regular file with `EINVAL`,
 * and more than `max` bytes with `EFBIG`.
 */
export function readSmall(path: string, max = 1 << 20): Buffer | undefined {
  let fd: number;
  try {
    fd = fs.openSync(path, FLAGS.read);
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const stats = fs.fstatSync(fd);
    const { size } = stats;
    if (!stats.isFile())
      throw Object.assign(new Error(`${path}: expected a regular file, found something else`), {
        code: 'EINVAL',
      });
    if (size > max)
      throw Object.assign(new Error(`${path}: expected at most ${max} bytes, found ${size}`), {
        code: 'EFBIG',
      });
    return fs.readFileSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** The folder's names, sorted; none where there is no folder. */
export function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort();
  } catch (error) {
    if (errno(error) === 'ENOENT') return [];
    throw error;
  }
}

function folderOf(path: string): string {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return cut <= 0 ? path.slice(0, cut + 1) || '.' : path.slice(0, cut);
}
