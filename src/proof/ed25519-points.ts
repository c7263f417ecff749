import { Point } from '@noble/ed25519';

/** Bytes of a raw public key (RFC 8032 §5.1.5). */
export const PUBLIC_KEY_BYTES = 32;
/** Bytes of a signature: R, then S (RFC 8032 §5.1.6). */
export const SIGNATURE_BYTES = 64;
/** The order of the base point (RFC 8032 §5.1). */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/**
 * What a strict verifier refuses before it looks at the message, so that every back end gives the same answer
 * (docs/log-format.md "Checkpoints"): a key or R that is not its point's only encoding, is not on the curve or has a part
 * of small order; a key of small order; S not below the group's order.
 */
export function isStrict(publicKey: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  if (littleEndian(signature.subarray(32)) >= ORDER) return false;
  const key = primeOrderPoint(publicKey);
  return key !== undefined && !key.is0() && primeOrderPoint(signature.subarray(0, 32)) !== undefined;
}

function primeOrderPoint(bytes: Uint8Array): Point | undefined {
  try {
    const point = Point.fromBytes(Uint8Array.from(bytes));
    return point.isTorsionFree() ? point : undefined;
  } catch {
    return undefined;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]!);
  return value;
}
