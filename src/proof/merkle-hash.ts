import { sha256, sha256Tagged } from '../bytes/sha256.ts';

/** Bytes of a hash. */
export const HASH_BYTES = 32;

/**
 * The hash of the perfect subtree over the leaves [index·2^level, (index+1)·2^level). The reader of a tree of size
 * n is only asked for subtrees that lie wholly in it.
 */
export type HashAt = (level: number, index: number) => Uint8Array;

/** SHA-256(0x01 ‖ left ‖ right) (RFC 6962 §2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256Tagged(0x01, left, right);
}

/** The root of a tree without leaves: SHA-256 of nothing (RFC 6962 §2.1). */
export function emptyRoot(): Uint8Array {
  return sha256(new Uint8Array(0));
}

/** The largest power of two smaller than `n`, for n ≥ 2: the k at which RFC 6962 splits a tree. */
export function largestPowerOfTwoBelow(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}

/**
 * The root over the leaves [start, end) by RFC 6962's split, from the hashes of perfect subtrees. `start` is a
 * multiple of the smallest power of two ≥ end − start, as in every subtree of a tree.
 */
export function rangeHash(start: number, end: number, hashAt: HashAt): Uint8Array {
  const size = end - start;
  if (size === 0) return emptyRoot();
  const level = Math.log2(size);
  if (Number.isInteger(level)) return hashAt(level, start / size);
  const middle = start + largestPowerOfTwoBelow(size);
  return nodeHash(rangeHash(start, middle, hashAt), rangeHash(middle, end, hashAt));
}

/** The root over a power of two of hashes. */
export function perfectRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes;
  while (row.length > 1) {
    row = Array.from({ length: row.length / 2 }, (_, i) => nodeHash(row[2 * i]!, row[2 * i + 1]!));
  }
  return row[0]!;
}

/** The root over a power of two of hashes that lie side by side, in bytes that are used up for it. */
export function perfectRootOf(hashes: Uint8Array): Uint8Array {
  const node = new Uint8Array(1 + 2 * HASH_BYTES);
  node[0] = 0x01;
  for (let size = hashes.length; size > HASH_BYTES; size /= 2) {
    for (let from = 0; from < size; from += 2 * HASH_BYTES) {
      node.set(hashes.subarray(from, from + 2 * HASH_BYTES), 1);
      hashes.set(sha256(node), from / 2);
    }
  }
  return hashes.slice(0, HASH_BYTES);
}
