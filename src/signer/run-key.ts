import { putHex } from '../bytes/put-hex.ts';
import { hexOf, putBytes, type RawDigest } from '../bytes/raw-digest.ts';
import { sha256Raw } from '../bytes/sha256.ts';
import { ZERO_HASH } from '../model/record.ts';

const HASH_BYTES = 32;

/**
 * A run's secret for running hashes. A plain digest of a transcript's content must not stand in the log
 * (docs/log-format.md); keyed, it tells those who hold the vault whether the file still begins with
 * what was recorded, and others nothing.
 */
export class RunKey {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    if (key.length !== HASH_BYTES) throw new RangeError(`a run key has 32 bytes, found ${key.length}`);
    // A copy: a slice would keep the 8 KiB of the pool that it is of, for as long as the run is open.
    this.#key = Uint8Array.from(key);
  }

  /** The running hash that goes on from `at`, 64 hex digits. */
  from(at: string): RunningHash {
    return new RunningHash(this.#key, at);
  }

  /** The running hash before a transcript's first line. */
  start(): RunningHash {
    return this.from(ZERO_HASH);
  }

  /** The running hash of lines from a transcript's first, given their digests, 32 bytes each. */
  over(digests: Uint8Array): string {
    const hash = this.start();
    for (let at = 0; at < digests.length; at += HASH_BYTES) hash.next(digests, at);
    return hash.at;
  }
}

/**
 * K(0) = 32 zero bytes, K(i+1) = SHA-256(key ‖ K(i) ‖ SHA-256(line i)): 96 bytes of fixed layout, so length extension
 * says nothing.
 */
export class RunningHash {
  /** The key, where it stands, and the line's digest. */
  readonly #buffer = Buffer.alloc(3 * HASH_BYTES);

  constructor(key: Uint8Array, at: string) {
    this.#buffer.set(key);
    putHex(at, this.#buffer, HASH_BYTES);
  }

  /** Where it stands, 64 hex digits. */
  get at(): string {
    return this.#buffer.toString('hex', HASH_BYTES, 2 * HASH_BYTES);
  }

  /** What it would be after a line with the digest at `from`. */
  peek(digests: Uint8Array, from = 0): string {
    return hexOf(this.#after(digests, from));
  }

  /** Goes on over a line with the digest at `from`. */
  next(digests: Uint8Array, from = 0): RawDigest {
    const digest = this.#after(digests, from);
    putBytes(digest, this.#buffer, HASH_BYTES);
    return digest;
  }

  #after(digests: Uint8Array, from: number): RawDigest {
    const buffer = this.#buffer;
    for (let i = 0; i < HASH_BYTES; i++) buffer[2 * HASH_BYTES + i] = digests[from + i]!;
    return sha256Raw(buffer);
  }
}
