import { closeSync, fstatSync } from 'node:fs';
import { type ByteSource, type Room, readFully, type Stamp, stampOf, type UnreadableWhy } from './source.ts';
import { BadArchive, unpack } from './zst-frames.ts';

/** What an archive may cost. hostile: a few kilobytes can claim to hold terabytes. */
export type ZstCaps = {
  /** Bytes that may come out of one archive. */
  readonly maxOut: number;
  /** From `freeOut` bytes on, no more may come out than `maxRatio` times what was read. */
  readonly freeOut: number;
  readonly maxRatio: number;
  /** The window in bytes that a frame may ask for, held in memory while the archive is read. */
  readonly maxWindow: number;
};

/**
 * 16 GiB out. Beyond 256 MiB 5,000 times what was read at most: `zstd -3` packs the captured transcripts 3 to 257 times
 * smaller (median 4), and one byte repeated 32,768 times. A window of 128 MiB, which is also what the `zstd` program takes without being told otherwise.
 */
export const ZST_CAPS: ZstCaps = {
  ...{ maxOut: 16 * 2 ** 30, freeOut: 256 * 2 ** 20, maxRatio: 5000 },
  maxWindow: 128 * 2 ** 20,
};

const READ = 256 * 1024;

/**
 * A `.jsonl.zst` transcript (formats: codex 0.171.0, `local_thread_store_compression`) as the bytes that come out.
 * Forward reads go on where the last one ended; a read further back unpacks again from the start.
 * What came out before a damaged place is given first, then `bad_archive`; what came out up to a cap, then `too_large`.
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
  readonly #file: Input;
  readonly #caps: ZstCaps;
  #piece = new Uint8Array(0);
  #fault: UnreadableWhy | undefined;

  constructor(fd: number, caps: ZstCaps) {
    this.#file = new Input(fd);
    this.#pieces = unpack((length) => this.#file.take(length), caps);
    this.#caps = caps;
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
      if (this.at + piece.length > this.#most()) this.#fault = 'too_large';
      else this.#piece = piece;
    }
    return this.#fault === undefined;
  }

  /** How much may have come out of what was read so far. */
  #most(): number {
    const { maxOut, freeOut, maxRatio } = this.#caps;
    return Math.min(maxOut, Math.max(freeOut, maxRatio * this.#file.taken));
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

/** An archive's bytes in order. Reads ahead by 256 KiB and gives exact lengths. */
class Input {
  readonly #fd: number;
  readonly #buffer = Buffer.allocUnsafeSlow(READ);
  #from = 0;
  #to = 0;
  #offset = 0;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Bytes taken so far. */
  get taken(): number {
    return this.#offset - (this.#to - this.#from);
  }

  take(length: number): Uint8Array {
    const buffer = this.#buffer;
    if (this.#to - this.#from < length) {
      buffer.copyWithin(0, this.#from, this.#to);
      this.#to -= this.#from;
      this.#from = 0;
      const read = readFully(this.#fd, { buffer, at: this.#to, length: READ - this.#to }, this.#offset);
      if (typeof read === 'string') throw new Error(read);
      this.#to += read;
      this.#offset += read;
    }
    const bytes = new Uint8Array(buffer.subarray(this.#from, Math.min(this.#to, this.#from + length)));
    this.#from += bytes.length;
    return bytes;
  }
}
