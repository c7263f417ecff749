import { createPublicKey, verify } from 'node:crypto';
import { isStrict } from './ed25519-points.ts';

/** The DER head of an Ed25519 public key (RFC 8410 §4). */
const SPKI_HEAD = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);

/**
 * Whether `signature` (64 bytes) of `message` holds under the raw Ed25519 `publicKey` (32 bytes), strictly: see
 * `isStrict`. hostile: all three; never throws.
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (!isStrict(publicKey, signature)) return false;
  const der = new Uint8Array(SPKI_HEAD.length + publicKey.length);
  der.set(SPKI_HEAD);
  der.set(publicKey, SPKI_HEAD.length);
  const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
}
