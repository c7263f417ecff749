import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { isStrict } from './ed25519-points.ts';

/**
 * Whether `signature` of `message` holds under `publicKey`, strictly. A bundler puts this file in the place of
 * `ed25519.ts` for a browser; it has that one's shape, so that a caller never takes a promise for a yes.
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (!isStrict(publicKey, signature)) return false;
  // noble takes its hash this way; setting it again is harmless, and an import of this file does no work.
  hashes.sha512 = sha512;
  return verify(Uint8Array.from(signature), Uint8Array.from(message), Uint8Array.from(publicKey), {
    zip215: false,
  });
}

/** The same by WebCrypto where it has Ed25519, else by noble. */
export async function verifyEd25519Async(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const answer = await verifyByWebCrypto(publicKey, message, signature);
  return answer ?? verifyEd25519(publicKey, message, signature);
}

/** The same by WebCrypto alone; undefined where it is not there, or has no Ed25519. */
export async function verifyByWebCrypto(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean | undefined> {
  if (!isStrict(publicKey, signature)) return false;
  try {
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, [
      'verify',
    ]);
    return await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message));
  } catch {
    return undefined;
  }
}
