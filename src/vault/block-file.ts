import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A block, and what is read behind it, so that few reads lie across two. */
const BLOCK_BYTES = 1 << 16;
const BEHIND_BYTES = 1 << 14;
/** Blocks that are held. */
const BLOCKS = 16;

/**
 * A file that is read at many places near each other: some blocks of it are held, so that small reads cost no call each,
 * also where they go on at several places in turn. Its size is what it was when it was opened.
 */
export class BlockFile {
  readonly size: number;
  readonly #fd: number;
  /** By their number; what was read last stands last. */
  readonly #blocks = new Map<number, Buffer<ArrayBuffer>>();
  #last: { readonly number: number; readonly bytes: Buffer } = { number: -1, bytes: Buffer.alloc(0) };

  constructor(path: string) {
    this.#fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    this.size = fstatSync(this.#fd).size;
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** At most `length` bytes from `offset` on, fewer where the file ends. Valid until the next read. */
  read(offset: number, length: number): Buffer {
    const number = Math.floor(offset / BLOCK_BYTES);
    const at = offset - number * BLOCK_BYTES;
    if (at + length > BLOCK_BYTES + BEHIND_BYTES) return this.#readAt(Buffer.allocUnsafe(length), offset);
    const bytes = number === this.#last.number ? this.#last.bytes : this.#block(number);
    return bytes.subarray(at, at + length);
  }

  #block(number: number): Buffer<ArrayBuffer> {
    let bytes = this.#blocks.get(number);
    if (bytes === undefined) {
      bytes = this.#readAt(this.#free(), number * BLOCK_BYTES);
    } else this.#blocks.delete(number);
    this.#blocks.set(number, bytes);
    this.#last = { number, bytes };
    return bytes;
  }

  /** Room for a block: that of the one that was not read for the longest time. */
  #free(): Buffer<ArrayBuffer> {
    const [oldest] = this.#blocks.size < BLOCKS ? [] : this.#blocks;
    if (oldest === undefined) return Buffer.from(new ArrayBuffer(BLOCK_BYTES + BEHIND_BYTES));
    this.#blocks.delete(oldest[0]);
    return Buffer.from(oldest[1].buffer);
  }

  #readAt(into: Buffer<ArrayBuffer>, offset: number): Buffer<ArrayBuffer> {
    let got = 0;
    while (got < into.length) {
      const more = readSync(this.#fd, into, got, into.length - got, offset + got);
      if (more === 0) break;
      got += more;
    }
    return into.subarray(0, got);
  }
}
