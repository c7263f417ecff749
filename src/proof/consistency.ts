import { sameBytes } from '../bytes/utf8.ts';
import { type HashAt, largestPowerOfTwoBelow, rangeHash } from './merkle-hash.ts';
import { verifySubtreeConsistency } from './subtree.ts';

/** The claim that the tree of `newSize` leaves begins with all the leaves of the tree of `oldSize`. */
export type ConsistencyClaim = {
  readonly oldSize: number;
  readonly newSize: number;
  readonly oldRoot: Uint8Array;
  readonly newRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
};

/** The proof that the tree of `newSize` leaves extends that of `oldSize`, 0 < oldSize ≤ newSize (RFC 6962 §2.1.2). */
export function consistencyProof(oldSize: number, newSize: number, hashAt: HashAt): readonly Uint8Array[] {
  const proof: Uint8Array[] = [];
  let start = 0;
  let end = newSize;
  while (end !== oldSize) {
    const middle = start + largestPowerOfTwoBelow(end - start);
    if (oldSize <= middle) {
      proof.push(rangeHash(middle, end, hashAt));
      end = middle;
    } else {
      proof.push(rangeHash(start, middle, hashAt));
      start = middle;
    }
  }
  if (start > 0) proof.push(rangeHash(start, end, hashAt));
  return proof.reverse();
}

/**
 * Whether a consistency proof holds (RFC 9162 §2.1.4.2). False for an empty old tree: its root says nothing.
 * hostile: all of it; never throws.
 */
export function verifyConsistency(claim: ConsistencyClaim): boolean {
  const { oldSize, newSize, oldRoot, newRoot, proof } = claim;
  if (!Number.isSafeInteger(oldSize) || !Number.isSafeInteger(newSize) || oldSize < 1 || oldSize > newSize)
    return false;
  if (oldSize === newSize) return proof.length === 0 && sameBytes(oldRoot, newRoot);
  return verifySubtreeConsistency({
    start: 0,
    end: oldSize,
    size: newSize,
    subtree: oldRoot,
    root: newRoot,
    proof,
  });
}
