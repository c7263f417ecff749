import { closeSync, fstatSync } from 'node:fs';
import { type ByteSource, type Room, readFully, type Stamp, stampOf, type UnreadableWhy } from './source.ts';
import { BadArchive, type Take, unpack } from './zst-frames.ts';

/** What an archive may cost. hostile: a few kilobytes can claim to hold terabytes. */
export type ZstCaps = {
  /** Bytes that may come out of one archive. */
  readonly maxOut: number;
  /** The window in bytes that a frame may ask for, held in memory while the archive is read. */
  readonly maxWindow: number;
};

/** 4 GiB out; a window of 128 MiB, which is also what the `zstd` program takes without being told otherwise. */
export const ZST_CAPS: ZstCaps = { maxOut: 4 * 2 ** 30, maxWindow: 128 * 2 ** 20 };

const READ = 256 * 1024;

/**
 * A `.jsonl.zst` transcript (formats: codex 0.171.0, `local_thread_store_compression`) as the bytes that come out.
 * Forward reads go on where the last one ended; a read further back unpacks again from the start.
 * What came out before a damaged place is given first, then `bad_archive`.
 */
export function zstSource(fd: number, opened: Stamp, caps: ZstCaps): ByteSource {
  let stream = new Unpacked(fd, caps);
  return {
    opened,
    size: undefined,
    readAt: (room, offset) => {
      if (offset < stream.at) stream = new Unpacked(fd, caps);
      return stream.read(room, offset);
    },
    now: () => stampOf(fstatSync(fd, { bigint: true })),
    close: () => closeSync(fd),
  };
}

/** One pass over an archive. */
class Unpacked {
  /** Offset of the next byte, counted in bytes that come out. */
  at = 0;
  readonly #pieces: Generator<Uint8Array>;
  readonly #maxOut: number;
  #piece = new Uint8Array(0);
  #fault: UnreadableWhy | undefined;

  constructor(fd: number, caps: ZstCaps) {
    this.#pieces = unpack(taker(fd), caps);
    this.#maxOut = caps.maxOut;
  }

  read(room: Room, offset: number): number | UnreadableWhy {
    while (this.at < offset) {
      if (!this.#more()) return this.#fault ?? 0;
      this.#use(Math.min(this.#piece.length, offset - this.at));
    }
    let done = 0;
    while (done < room.length && this.#more()) {
      const step = Math.min(this.#piece.length, room.length - done);
      room.buffer.set(this.#piece.subarray(0, step), room.at + done);
      this.#use(step);
      done += step;
    }
    return done === 0 && room.length > 0 ? (this.#fault ?? 0) : done;
  }

  #use(bytes: number): void {
    this.#piece = this.#piece.subarray(bytes);
    this.at += bytes;
  }

  /** True where a byte can be given. */
  #more(): boolean {
    while (this.#piece.length === 0 && this.#fault === undefined) {
      const piece = this.#next();
      if (piece === undefined) return false;
      if (this.at + piece.length > this.#maxOut) this.#fault = 'bad_archive';
      else this.#piece = piece;
    }
    return this.#fault === undefined;
  }

  #next(): Uint8Array<ArrayBuffer> | undefined {
    try {
      const step = this.#pieces.next();
      return step.done === true ? undefined : (step.value as Uint8Array<ArrayBuffer>);
    } catch (error) {
      this.#fault = error instanceof BadArchive ? 'bad_archive' : 'io_error';
      return undefined;
    }
  }
}

/** Reads ahead by 256 KiB and gives exact lengths. */
function taker(fd: number): Take {
  const buffer = Buffer.allocUnsafeSlow(READ);
  let from = 0;
  let to = 0;
  let offset = 0;
  return (length) => {
    if (to - from < length) {
      buffer.copyWithin(0, from, to);
      to -= from;
      from = 0;
      const read = readFully(fd, { buffer, at: to, length: READ - to }, offset);
      if (typeof read === 'string') throw new Error(read);
      to += read;
      offset += read;
    }
    const bytes = new Uint8Array(buffer.subarray(from, Math.min(to, from + length)));
    from += bytes.length;
    return bytes;
  };
}
