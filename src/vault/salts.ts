import { SALT_BYTES } from './frame.ts';

/** Filling a pool at once costs a fraction of a call a salt. */
const POOL_BYTES = 65_536;

/** Hands out random salts, each once. */
export class Salts {
  readonly #fill: (bytes: Uint8Array) => unknown;
  readonly #pool = Buffer.alloc(POOL_BYTES);
  #at = POOL_BYTES;

  constructor(fill: (bytes: Uint8Array) => unknown) {
    this.#fill = fill;
  }

  /** Copies the next salt to `at`, and forgets it. */
  take(into: Buffer, at: number): void {
    if (this.#at === POOL_BYTES) {
      this.#fill(this.#pool);
      this.#at = 0;
    }
    const end = this.#at + SALT_BYTES;
    const pool = this.#pool;
    for (let from = this.#at, to = at; from < end; from++, to++) {
      into[to] = pool[from]!;
      pool[from] = 0;
    }
    this.#at = end;
  }
}
