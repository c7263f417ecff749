import { sameBytes } from '../bytes/utf8.ts';
import { verifyInclusion } from './inclusion.ts';
import { emptyRoot, HASH_BYTES, nodeHash } from './merkle-hash.ts';

/** The claim that the leaves [start, end) of the tree of `size` leaves with root `root` have the hash `subtree`. */
export type SubtreeClaim = {
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly subtree: Uint8Array;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
};

/** Whether [start, end) is a subtree: `start` a multiple of the smallest power of two ≥ end − start. */
export function isSubtree(start: number, end: number): boolean {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end <= start) return false;
  let power = 1;
  while (power < end - start) power *= 2;
  return start % power === 0;
}

/** Whether `leaf` is leaf `index` of the subtree [start, end) with hash `root`. hostile: all of it. */
export function verifySubtreeInclusion(claim: {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}): boolean {
  const { index, start, end, leaf, root, proof } = claim;
  return (
    isSubtree(start, end) && verifyInclusion({ index: index - start, size: end - start, leaf, root, proof })
  );
}

/**
 * Whether a subtree consistency proof holds (draft-ietf-plants-merkle-tree-certs, "Verifying a Subtree Consistency
 * Proof"; with start 0 it is RFC 9162 §2.1.4.2). hostile: all of it; never throws.
 */
export function verifySubtreeConsistency(claim: SubtreeClaim): boolean {
  const { start, end, size, subtree, root, proof } = claim;
  if (start === end) return isEmptySubtree(claim);
  if (!isSubtree(start, end) || !Number.isSafeInteger(size) || end > size) return false;
  if (proof.some((hash) => hash.length !== HASH_BYTES)) return false;
  // Node numbers, one level up at each halving: the subtree's first and last node, the tree's last.
  const at = { first: start, last: end - 1, tree: size - 1 };
  while (at.last === at.tree ? at.first !== at.last : at.first !== at.last && at.last % 2 === 1) halve(at);
  const whole = at.first === at.last;
  const seed = whole ? subtree : proof[0];
  if (seed === undefined) return false;
  let inSubtree = seed;
  let inTree = seed;
  for (const sibling of whole ? proof : proof.slice(1)) {
    if (at.tree === 0) return false;
    if (at.last % 2 === 1 || at.last === at.tree) {
      if (at.first < at.last) inSubtree = nodeHash(sibling, inSubtree);
      inTree = nodeHash(sibling, inTree);
      while (at.last % 2 === 0 && at.last !== 0) halve(at);
    } else {
      inTree = nodeHash(inTree, sibling);
    }
    halve(at);
  }
  return at.tree === 0 && sameBytes(inSubtree, subtree) && sameBytes(inTree, root);
}

/** No leaves are in every tree that reaches as far, whatever its root. */
function isEmptySubtree({ start, size, subtree, proof }: SubtreeClaim): boolean {
  const inTree = Number.isSafeInteger(start) && Number.isSafeInteger(size) && start >= 0 && start <= size;
  return inTree && proof.length === 0 && sameBytes(subtree, emptyRoot());
}

function halve(at: { first: number; last: number; tree: number }): void {
  at.first = Math.floor(at.first / 2);
  at.last = Math.floor(at.last / 2);
  at.tree = Math.floor(at.tree / 2);
}
