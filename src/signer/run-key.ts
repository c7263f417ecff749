import { sha256Hex } from '../bytes/sha256.ts';

const HASH_BYTES = 32;

/**
 * A run's secret for running hashes. A running chain is a digest of a transcript's content, which must not stand
 * in the log as it is (LOG-FORMAT "Commitments and vault"); keyed, it tells those who hold the vault whether the
 * file still begins with what was recorded, and others nothing.
 */
export class RunKey {
  /** Key and message in one buffer: SHA-256 over 64 bytes of fixed layout, so length extension says nothing. */
  private readonly buffer = new Uint8Array(2 * HASH_BYTES);

  constructor(key: Uint8Array) {
    if (key.length !== HASH_BYTES) throw new RangeError(`a run key has 32 bytes, found ${key.length}`);
    this.buffer.set(key);
  }

  /** The keyed digest, 64 hex digits, of a running chain of 32 bytes. */
  mac(chain: Uint8Array): string {
    this.buffer.set(chain, HASH_BYTES);
    return sha256Hex(this.buffer);
  }
}
