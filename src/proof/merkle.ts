export { type ConsistencyClaim, consistencyProof, verifyConsistency } from './consistency.ts';
export { type InclusionClaim, inclusionProof, verifyInclusion } from './inclusion.ts';
export { emptyRoot, type HashAt, largestPowerOfTwoBelow, nodeHash, rangeHash } from './merkle-hash.ts';
export { MerkleFrontier, MerkleRange } from './merkle-range.ts';
