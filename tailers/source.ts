import { type BigIntStats, closeSync, fstatSync, readSync } from 'node:fs';

/** Why a file could not be read as a transcript (the words of `gap.why` in the log). */
export type UnreadableWhy =
  | 'not_a_file'
  | 'symlink'
  | 'not_permitted'
  | 'wrong_owner'
  | 'io_error'
  | 'bad_archive'
  | 'too_large'
  | 'changed_while_read';

/** What tells a file and its state apart without reading it. Times in nanoseconds since 1970. */
export type Stamp = {
  readonly dev: bigint;
  readonly ino: bigint;
  /** Bytes on disk: for an archive, compressed. */
  readonly size: number;
  readonly mtime: bigint;
  readonly ctime: bigint;
};

/** Where `readAt` puts bytes: at most `length` of them into `buffer` from `at`. */
export type Room = { readonly buffer: Uint8Array; readonly at: number; readonly length: number };

/** A transcript's bytes by offset, whatever lies on disk. Offsets count the bytes that come out. */
export type ByteSource = {
  /** The state of the file when it was opened. */
  readonly opened: Stamp;
  /** Bytes that come out, where known without reading: undefined for an archive. */
  readonly size: number | undefined;
  /** Bytes read from `offset` on: 0 at the end, or why it could not be read. */
  readonly readAt: (room: Room, offset: number) => number | UnreadableWhy;
  /** The state of the same open file now. */
  readonly now: () => Stamp;
  readonly close: () => void;
};

export function stampOf(stat: BigIntStats): Stamp {
  return { dev: stat.dev, ino: stat.ino, size: Number(stat.size), mtime: stat.mtimeNs, ctime: stat.ctimeNs };
}

/** True where both stamps are of one file (the path may differ). */
export function sameFile(a: Stamp, b: Stamp): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** True where nothing says that the file was touched in between. */
export function sameState(a: Stamp, b: Stamp): boolean {
  return sameFile(a, b) && a.size === b.size && a.mtime === b.mtime && a.ctime === b.ctime;
}

/** Reads an open descriptor as it is. Takes the descriptor over: `close` closes it. */
export function plainSource(fd: number, opened: Stamp): ByteSource {
  return {
    opened,
    size: opened.size,
    readAt: (room, offset) => readFully(fd, room, offset),
    now: () => stampOf(fstatSync(fd, { bigint: true })),
    close: () => closeSync(fd),
  };
}

/** `read` may give less than asked before the end: goes on until the room is full or the file ends. */
export function readFully(fd: number, room: Room, offset: number): number | UnreadableWhy {
  let done = 0;
  try {
    while (done < room.length) {
      const read = readSync(fd, room.buffer, room.at + done, room.length - done, offset + done);
      if (read === 0) break;
      done += read;
    }
  } catch {
    if (done === 0) return 'io_error';
  }
  return done;
}
