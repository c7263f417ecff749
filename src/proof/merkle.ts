export { type ConsistencyClaim, consistencyProof, verifyConsistency } from './consistency.ts';
export { type InclusionClaim, inclusionProof, verifyInclusion } from './inclusion.ts';
export { type HashAt, largestPowerOfTwoBelow, nodeHash } from './merkle-hash.ts';
export { MerkleFrontier, MerkleRange } from './merkle-range.ts';
