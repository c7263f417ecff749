import { sha256, sha256Stream } from '../bytes/sha256.ts';

/** The first bytes of a line: how many of those asked for are there, and their SHA-256. */
export type LineHead = { readonly bytes: number; readonly digest: Uint8Array };

/** The first `length` bytes of a line at hand. */
export function headOf(line: Uint8Array, length: number): LineHead {
  const head = line.subarray(0, length);
  return { bytes: head.length, digest: sha256(head) };
}

/** The first `length` bytes of a line that comes in pieces. */
export class HeadDigest {
  readonly #length: number;
  readonly #hash = sha256Stream();
  #bytes = 0;

  constructor(length: number) {
    this.#length = length;
  }

  update(piece: Uint8Array): void {
    const head = piece.subarray(0, this.#length - this.#bytes);
    this.#hash.update(head);
    this.#bytes += head.length;
  }

  /** To be called once. */
  end(): LineHead {
    return { bytes: this.#bytes, digest: this.#hash.digest() };
  }
}
