import { fromHex } from '../bytes/hex.ts';
import { verifyInclusion } from '../proof/inclusion.ts';
import type { Hashes } from './format.ts';

/** Whether a line's proof shows `leaf` at `index` in the tree. hostile: all of it. */
export function isIncluded(
  hashes: Hashes,
  claim: {
    readonly index: number;
    readonly size: number;
    readonly leaf: Uint8Array;
    readonly root: Uint8Array;
  },
): boolean {
  const proof = hashes.map((hash) => fromHex(hash) ?? new Uint8Array(0));
  return verifyInclusion({ ...claim, proof });
}
