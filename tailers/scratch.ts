const FIRST_BYTES = 16 * 1024;
/** A buffer longer than this is not kept. */
const KEPT_BYTES = 256 * 1024;

/** One buffer for what is put together only to be hashed: making one for each took longer than the hash. */
export class Scratch {
  #buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);

  /** A buffer of at least so many bytes, with anything in it; good until it is asked for again. */
  room(bytes: number): Buffer {
    if (bytes <= this.#buffer.length) return this.#buffer;
    const more = Buffer.allocUnsafeSlow(bytes * 2);
    if (more.length <= KEPT_BYTES) this.#buffer = more;
    return more;
  }
}
