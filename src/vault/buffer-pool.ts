/** Buffers of one size that go round: each made anew costs a page fault for every 4 KiB, and brings the next full collection nearer. */
export class BufferPool {
  readonly #size: number;
  readonly #most: number;
  readonly #kept: Buffer[] = [];

  /** Keeps at most `most` buffers of `size` bytes. */
  constructor(size: number, most: number) {
    this.#size = size;
    this.#most = most;
  }

  /** A buffer of `size` bytes, or of so many where that is more, with anything in it. */
  take(bytes: number): Buffer {
    if (bytes > this.#size) return Buffer.allocUnsafeSlow(bytes);
    return this.#kept.pop() ?? Buffer.allocUnsafeSlow(this.#size);
  }

  /** Takes a buffer back that nobody uses any more; one of another size is left to the collector. */
  give(buffer: Buffer): void {
    if (buffer.length === this.#size && this.#kept.length < this.#most) this.#kept.push(buffer);
  }
}
