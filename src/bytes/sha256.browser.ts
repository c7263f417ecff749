import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { toHex } from './hex.ts';
import type { RawDigest } from './raw-digest.ts';
import type { Sha256Stream } from './sha256.ts';

export type { Sha256Stream } from './sha256.ts';

/** SHA-256 of `bytes`: 32 bytes. A bundler puts this file in the place of `sha256.ts` for a browser. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return nobleSha256(bytes);
}

/** SHA-256 of `bytes` as 64 lower-case hex digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return toHex(nobleSha256(bytes));
}

/** SHA-256 of `bytes` as a text of 32 characters, one for each byte. */
export function sha256Raw(bytes: Uint8Array): RawDigest {
  return String.fromCharCode(...nobleSha256(bytes));
}

/** SHA-256(tag ‖ first ‖ second): 32 bytes. */
export function sha256Tagged(tag: number, first: Uint8Array, second?: Uint8Array): Uint8Array {
  const state = nobleSha256.create().update(Uint8Array.of(tag)).update(first);
  return (second === undefined ? state : state.update(second)).digest();
}

/** SHA-256(tag ‖ bytes) as 64 lower-case hex digits. */
export function sha256TaggedHex(tag: number, bytes: Uint8Array): string {
  return toHex(sha256Tagged(tag, bytes));
}

/** Starts a SHA-256 over pieces. */
export function sha256Stream(): Sha256Stream {
  const state = nobleSha256.create();
  const stream: Sha256Stream = {
    update: (bytes) => {
      state.update(bytes);
      return stream;
    },
    digest: () => state.digest(),
  };
  return stream;
}
