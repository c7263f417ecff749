import { TracekitError } from '../model/error.ts';
import { emptyRoot, HASH_BYTES, nodeHash, perfectRootOf } from './merkle-hash.ts';

/** Hashes or ranges that do not fit together: the caller's fault. */
export type MerkleErrorCode = 'merkle_range';

/** `appendAll` hashes subtrees of so many leaves in one go: a power of two. */
const WIDTH = 64;

type Subtree = { readonly level: number; readonly hash: Uint8Array };

/**
 * The leaves [start, end) as the fewest perfect subtrees, in order: two workers hash a part each, and `merge` joins
 * them. It holds O(log n) hashes. Sizes up to 2^53−1.
 */
export class MerkleRange {
  readonly start: number;
  #end: number;
  readonly #subtrees: Subtree[] = [];

  /** An empty range that begins at leaf `start`. */
  constructor(start = 0) {
    this.start = start;
    this.#end = start;
  }

  get end(): number {
    return this.#end;
  }

  /** Adds the hash of leaf number `end`. */
  append(leaf: Uint8Array): void {
    this.#push(0, leaf);
  }

  /** Adds the hashes of the next leaves, 32 bytes each. */
  appendAll(leaves: Uint8Array): void {
    for (let at = 0; at < leaves.length; ) {
      const whole = this.#end % WIDTH === 0 && leaves.length - at >= WIDTH * HASH_BYTES;
      const next = at + (whole ? WIDTH : 1) * HASH_BYTES;
      if (whole) this.#push(Math.log2(WIDTH), perfectRootOf(leaves.slice(at, next)));
      else this.append(leaves.slice(at, next));
      at = next;
    }
  }

  /** Adds the range that begins where this one ends; `right` stays as it is. */
  merge(right: MerkleRange): void {
    if (right.start !== this.#end) {
      throw refuse(`a range that begins at leaf ${this.#end}`, `one that begins at ${right.start}`);
    }
    for (const { level, hash } of right.#subtrees) this.#push(level, hash);
  }

  /** The Merkle root over all leaves; the range begins at 0 (RFC 6962 §2.1). */
  root(): Uint8Array {
    if (this.start !== 0) throw refuse('a range that begins at leaf 0', `one that begins at ${this.start}`);
    const last = this.#subtrees.at(-1);
    if (last === undefined) return emptyRoot();
    let root = last.hash;
    for (let i = this.#subtrees.length - 2; i >= 0; i--) root = nodeHash(this.#subtrees[i]!.hash, root);
    return root;
  }

  /** The hashes of its perfect subtrees, left to right; with `start` and `end` they are the whole range. */
  hashes(): readonly Uint8Array[] {
    return this.#subtrees.map(({ hash }) => hash);
  }

  /** The range that `hashes()` of [start, end) described. Throws `merkle_range` where the hashes do not fit it. */
  static from(range: {
    readonly start: number;
    readonly end: number;
    readonly hashes: readonly Uint8Array[];
  }): MerkleRange {
    const { start, end, hashes } = range;
    const made = new MerkleRange(start);
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
      throw refuse('0 ≤ start ≤ end', `${start} and ${end}`);
    }
    const levels = levelsOf(start, end);
    if (levels.length !== hashes.length || hashes.some((hash) => hash.length !== HASH_BYTES)) {
      throw refuse(
        `${levels.length} hashes of ${HASH_BYTES} bytes`,
        `${hashes.length} of ${hashes.map((h) => h.length).join(', ')}`,
      );
    }
    for (const [i, level] of levels.entries()) made.#push(level, hashes[i]!);
    return made;
  }

  #push(level: number, hash: Uint8Array): void {
    let tree: Subtree = { level, hash };
    this.#end += 2 ** level;
    let last = this.#subtrees.at(-1);
    while (last !== undefined && last.level === tree.level && this.#end % 2 ** (tree.level + 1) === 0) {
      this.#subtrees.pop();
      tree = { level: tree.level + 1, hash: nodeHash(last.hash, tree.hash) };
      last = this.#subtrees.at(-1);
    }
    this.#subtrees.push(tree);
  }
}

/** The levels of the perfect subtrees that make up [start, end). */
function levelsOf(start: number, end: number): readonly number[] {
  const levels: number[] = [];
  let at = start;
  while (at < end) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level++;
    levels.push(level);
    at += 2 ** level;
  }
  return levels;
}

function refuse(expected: string, found: string): TracekitError<MerkleErrorCode> {
  return new TracekitError('merkle_range', `Merkle range: expected ${expected}, found ${found}`);
}

/** A growing tree from its first leaf on: what a writer keeps to know the root after each record. */
export class MerkleFrontier {
  readonly #range: MerkleRange;

  /** An empty tree, or one from what `size` and `hashes()` said. Throws `merkle_range` where they do not fit. */
  constructor(size = 0, hashes: readonly Uint8Array[] = []) {
    this.#range = MerkleRange.from({ start: 0, end: size, hashes });
  }

  get size(): number {
    return this.#range.end;
  }

  append(leaf: Uint8Array): void {
    this.#range.append(leaf);
  }

  /** Adds the hashes of the next leaves, 32 bytes each. */
  appendAll(leaves: Uint8Array): void {
    this.#range.appendAll(leaves);
  }

  /** Adds the range that begins at leaf `size`. */
  merge(right: MerkleRange): void {
    this.#range.merge(right);
  }

  root(): Uint8Array {
    return this.#range.root();
  }

  /** The hashes of its perfect subtrees, left to right. */
  hashes(): readonly Uint8Array[] {
    return this.#range.hashes();
  }
}
