import { createHash, type Hash, hash } from 'node:crypto';

export const DIGEST_BYTES = 32;

/**
 * SHA-256 of each line of `bytes` that ends at `ends`, with its newline: 32 bytes a line. The one-shot `hash` gives
 * its result as a `binary` (latin1) string here: as a Buffer it costs 450 ns more a call (Node 20.20), as much as
 * hashing 700 bytes. All are written at once, which takes half the time of writing each.
 */
export function digestsOf(bytes: Uint8Array, ends: Uint32Array): Uint8Array {
  const { buffer, byteOffset } = bytes;
  let text = '';
  let start = 0;
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i]!;
    const line = new Uint8Array(buffer, byteOffset + start, end - start);
    text += hash('sha256', line, 'binary');
    start = end;
  }
  const digests = new Uint8Array(ends.length * DIGEST_BYTES);
  Buffer.from(digests.buffer).write(text, 'latin1');
  return digests;
}

/** A SHA-256 over pieces that can be looked at before its end. */
export class RunningDigest {
  readonly #hash: Hash = createHash('sha256');
  /** Bytes hashed so far. */
  bytes = 0;

  update(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.bytes += piece.length;
  }

  /** 32 bytes; more may follow. */
  digest(): Uint8Array {
    return this.#hash.copy().digest();
  }
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
