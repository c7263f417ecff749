import { equalBytes } from './digest.ts';
import type { ByteSource } from './source.ts';

const WINDOW = 4096;

/** The last bytes that were read, at most 4 KiB, to see at the next poll whether they are still there. */
export class Recent {
  #bytes = Buffer.alloc(0);
  /** The offset after them. */
  #end = 0;

  /** The next bytes of the file. */
  push(piece: Uint8Array): void {
    this.#end += piece.length;
    const alone = piece.length >= WINDOW || this.#bytes.length === 0;
    const all = alone ? piece : Buffer.concat([this.#bytes, piece]);
    const last = all.subarray(Math.max(0, all.length - WINDOW));
    // Not from the pool: these bytes stay, and would keep 8 KiB of it each.
    this.#bytes = Buffer.allocUnsafeSlow(last.length);
    this.#bytes.set(last);
  }

  /** Whether they reach at least up to `offset`; false where nothing was read here (after a resume). */
  covers(offset: number): boolean {
    return this.#end >= offset;
  }

  /** Whether the source has the same bytes in that place. */
  same(source: ByteSource): boolean {
    const now = Buffer.allocUnsafe(this.#bytes.length);
    const start = this.#end - now.length;
    const read = source.readAt({ buffer: now, at: 0, length: now.length }, start);
    return read === now.length && equalBytes(now, this.#bytes);
  }
}
