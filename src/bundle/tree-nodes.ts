import { inclusionProof } from '../proof/inclusion.ts';
import { HASH_BYTES, nodeHash, rangeHash } from '../proof/merkle-hash.ts';

const NOTHING = new Uint8Array(HASH_BYTES);

/**
 * The subtree hashes that some proofs need, collected in one pass over the leaves: first say which proofs are
 * wanted, then add every leaf, then ask for them. It holds O(log n) hashes for each.
 */
export class TreeNodes {
  readonly #nodes = new Map<string, Uint8Array>();
  readonly #left: Uint8Array[] = [];
  #size = 0;

  /** Wants the inclusion proof of leaf `index` in the tree of `size` leaves. */
  wantProof(index: number, size: number): void {
    inclusionProof(index, size, (level, at) => this.#want(level, at));
  }

  /** Wants the root of the tree of `size` leaves. */
  wantRoot(size: number): void {
    rangeHash(0, size, (level, at) => this.#want(level, at));
  }

  /** Adds the next leaf's hash. */
  add(leaf: Uint8Array): void {
    let index = this.#size++;
    let hash = leaf;
    let level = 0;
    this.#keep(level, index, hash);
    while (index % 2 === 1) {
      hash = nodeHash(this.#left[level]!, hash);
      level++;
      index = (index - 1) / 2;
      this.#keep(level, index, hash);
    }
    this.#left[level] = hash;
  }

  proof(index: number, size: number): readonly Uint8Array[] {
    return inclusionProof(index, size, (level, at) => this.#get(level, at));
  }

  root(size: number): Uint8Array {
    return rangeHash(0, size, (level, at) => this.#get(level, at));
  }

  #want(level: number, index: number): Uint8Array {
    this.#nodes.set(`${level} ${index}`, NOTHING);
    return NOTHING;
  }

  #keep(level: number, index: number, hash: Uint8Array): void {
    const key = `${level} ${index}`;
    if (this.#nodes.has(key)) this.#nodes.set(key, hash);
  }

  #get(level: number, index: number): Uint8Array {
    const hash = this.#nodes.get(`${level} ${index}`);
    if (hash === undefined || hash === NOTHING) {
      throw new RangeError(`the tree's node ${index} of level ${level} was not wanted or not reached`);
    }
    return hash;
  }
}
