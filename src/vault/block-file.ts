import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const BLOCK_BYTES = 1 << 18;

/**
 * A file that is read at many places near each other: one block of it is held, so that small reads cost no call each. Its
 * size is what it was when it was opened.
 */
export class BlockFile {
  readonly size: number;
  readonly #fd: number;
  #block = Buffer.alloc(0);
  #start = 0;

  constructor(path: string) {
    this.#fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    this.size = fstatSync(this.#fd).size;
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** At most `length` bytes from `offset` on, fewer where the file ends. Valid until the next read. */
  read(offset: number, length: number): Buffer {
    const at = offset - this.#start;
    if (at >= 0 && at + length <= this.#block.length) return this.#block.subarray(at, at + length);
    if (length > BLOCK_BYTES / 2) return this.#readAt(Buffer.allocUnsafe(length), offset);
    // Half a block before it: what belongs together was written together, and is read in whatever order.
    this.#start = Math.max(0, offset - BLOCK_BYTES / 2);
    if (this.#block.buffer.byteLength < BLOCK_BYTES) this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#block = this.#readAt(Buffer.from(this.#block.buffer, 0, BLOCK_BYTES), this.#start);
    return this.#block.subarray(offset - this.#start, offset - this.#start + length);
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
