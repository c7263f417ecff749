import { sameBytes } from '../bytes/utf8.ts';
import { HASH_BYTES, type HashAt, largestPowerOfTwoBelow, nodeHash, rangeHash } from './merkle-hash.ts';

/** The claim that `leaf` is leaf `index` of the tree of `size` leaves whose root is `root`. */
export type InclusionClaim = {
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
};

/** The inclusion proof of leaf `index` in a tree of `size` leaves, from the leaf's sibling up (RFC 6962 §2.1.1). */
export function inclusionProof(index: number, size: number, hashAt: HashAt): readonly Uint8Array[] {
  const proof: Uint8Array[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + largestPowerOfTwoBelow(end - start);
    if (index < middle) {
      proof.push(rangeHash(middle, end, hashAt));
      end = middle;
    } else {
      proof.push(rangeHash(start, middle, hashAt));
      start = middle;
    }
  }
  return proof.reverse();
}

/** Whether an inclusion proof holds (RFC 9162 §2.1.3.2). hostile: all of it; never throws. */
export function verifyInclusion(claim: InclusionClaim): boolean {
  const { index, size, leaf, root, proof } = claim;
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  if (leaf.length !== HASH_BYTES || proof.some((hash) => hash.length !== HASH_BYTES)) return false;
  let at = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash);
      while (at % 2 === 0 && at !== 0) {
        at /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeHash(hash, sibling);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && sameBytes(hash, root);
}
