import { readLog } from '../../log/read.ts';
import { inclusionProof } from '../../proof/inclusion.ts';
import { type HashAt, perfectRoot, rangeHash } from '../../proof/merkle-hash.ts';
import { leafHash } from '../../proof/record.ts';

/** Subtrees of so many leaves are remembered, as tlog-tiles has them: 125 KB for a million records. */
const LEVEL = 8;
const WIDTH = 2 ** LEVEL;

export type TreeProof = { readonly path: readonly Uint8Array[]; readonly root: Uint8Array };

/**
 * A log's Merkle tree, remembered in parts as it is read, so that proofs of one record after the other do not read the
 * log anew. The log only grows; where it is another one the roots will not fit, and whoever sees that forgets this.
 */
export class TreeMemory {
  readonly #segments: string;
  #nodes: Uint8Array[] = [];

  constructor(segments: string) {
    this.#segments = segments;
  }

  /** The inclusion proof of record `seq` in the tree of the first `size` records, and that tree's root. */
  proof(seq: number, size: number): TreeProof {
    this.#extend(size);
    const blocks = new Map<number, readonly Uint8Array[]>();
    const leavesOf = (block: number): readonly Uint8Array[] => {
      const known = blocks.get(block) ?? this.#leaves(block * WIDTH, WIDTH);
      blocks.set(block, known);
      return known;
    };
    const hashAt: HashAt = (level, index) => {
      if (level >= LEVEL) {
        const count = 2 ** (level - LEVEL);
        return perfectRoot(this.#nodes.slice(index * count, (index + 1) * count));
      }
      const first = index * 2 ** level;
      const from = first % WIDTH;
      return perfectRoot(leavesOf(Math.floor(first / WIDTH)).slice(from, from + 2 ** level));
    };
    return { path: inclusionProof(seq, size, hashAt), root: rangeHash(0, size, hashAt) };
  }

  forget(): void {
    this.#nodes = [];
  }

  #extend(size: number): void {
    const whole = Math.floor(size / WIDTH);
    if (whole <= this.#nodes.length) return;
    let leaves: Uint8Array[] = [];
    for (const { bytes } of readLog(this.#segments, this.#nodes.length * WIDTH)) {
      leaves.push(leafHash(bytes));
      if (leaves.length < WIDTH) continue;
      this.#nodes.push(perfectRoot(leaves));
      leaves = [];
      if (this.#nodes.length === whole) return;
    }
  }

  #leaves(from: number, count: number): readonly Uint8Array[] {
    const leaves: Uint8Array[] = [];
    for (const { bytes } of readLog(this.#segments, from)) {
      leaves.push(leafHash(bytes));
      if (leaves.length === count) break;
    }
    return leaves;
  }
}
