import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes/hex.ts';
import { sha256Tagged } from '../../src/bytes/sha256.ts';
import {
  consistencyProof,
  type HashAt,
  inclusionProof,
  largestPowerOfTwoBelow,
  MerkleFrontier,
  MerkleRange,
  nodeHash,
  verifyConsistency,
  verifyInclusion,
} from '../../src/proof/merkle.ts';

const leaves = Array.from({ length: 70 }, (_, i) => sha256Tagged(0, Uint8Array.of(i)));
const size = fc.integer({ min: 1, max: leaves.length });

/** The root as RFC 6962 §2.1 defines it, in so many words. */
function rootByDefinition(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 1) return hashes[0]!;
  const k = largestPowerOfTwoBelow(hashes.length);
  return nodeHash(rootByDefinition(hashes.slice(0, k)), rootByDefinition(hashes.slice(k)));
}

const hashAt: HashAt = (level, index) =>
  rootByDefinition(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));

function rangeOf(start: number, end: number): MerkleRange {
  const range = new MerkleRange(start);
  for (const leaf of leaves.slice(start, end)) range.append(leaf);
  return range;
}

describe('MerkleFrontier', () => {
  it('gives the known roots of Certificate Transparency', () => {
    // The eight inputs and roots that RFC 6962 implementations share since Google's first.
    const inputs = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const frontier = new MerkleFrontier();
    const roots = [toHex(frontier.root())];
    for (const input of inputs) {
      frontier.append(sha256Tagged(0, fromHex(input)!));
      roots.push(toHex(frontier.root()));
    }
    expect(roots[0]).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(roots[1]).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    expect(roots[2]).toBe('fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125');
    expect(roots[8]).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  });

  it('goes on from its own hashes', () => {
    fc.assert(
      fc.property(size, (n) => {
        const whole = rangeOf(0, n);
        const frontier = new MerkleFrontier(n, whole.hashes());
        expect(toHex(frontier.root())).toBe(toHex(rootByDefinition(leaves.slice(0, n))));
        frontier.append(leaves[0]!);
        whole.append(leaves[0]!);
        expect(toHex(frontier.root())).toBe(toHex(whole.root()));
      }),
    );
  });

  it('refuses hashes that are not of its size', () => {
    expect(() => new MerkleFrontier(3, leaves.slice(0, 1))).toThrow(
      expect.objectContaining({ code: 'merkle_range' }),
    );
    expect(() => new MerkleFrontier(1, [new Uint8Array(31)])).toThrow(/32 bytes/);
  });
});

describe('MerkleRange', () => {
  it('merged from any parts gives the root of the whole', () => {
    fc.assert(
      fc.property(size, fc.array(fc.nat({ max: leaves.length }), { maxLength: 4 }), (n, cuts) => {
        const edges = [0, ...cuts.map((cut) => Math.min(cut, n)).sort((a, b) => a - b), n];
        const whole = new MerkleRange();
        for (let i = 1; i < edges.length; i++) whole.merge(rangeOf(edges[i - 1]!, edges[i]!));
        expect(toHex(whole.root())).toBe(toHex(rootByDefinition(leaves.slice(0, n))));
      }),
    );
  });

  it('comes back from its hashes, wherever it begins', () => {
    fc.assert(
      fc.property(size, fc.nat({ max: leaves.length }), (n, from) => {
        const range = rangeOf(Math.min(from, n), n);
        const again = MerkleRange.from({ start: range.start, end: range.end, hashes: range.hashes() });
        const whole = rangeOf(0, range.start);
        whole.merge(again);
        expect(toHex(whole.root())).toBe(toHex(rootByDefinition(leaves.slice(0, n))));
      }),
    );
  });

  it('refuses to merge what does not begin at its end', () => {
    expect(() => rangeOf(0, 3).merge(rangeOf(4, 5))).toThrow(/begins at leaf 3/);
  });

  it('has no root unless it begins at 0', () => {
    expect(() => rangeOf(1, 3).root()).toThrow(/begins at leaf 0/);
  });
});

describe('proofs', () => {
  it('of inclusion hold for their leaf and for no other', () => {
    fc.assert(
      fc.property(size, fc.nat(), (n, pick) => {
        const index = pick % n;
        const root = rootByDefinition(leaves.slice(0, n));
        const claim = { index, size: n, leaf: leaves[index]!, root, proof: inclusionProof(index, n, hashAt) };
        expect(verifyInclusion(claim)).toBe(true);
        expect(verifyInclusion({ ...claim, leaf: sha256Tagged(0, Uint8Array.of(99)) })).toBe(false);
        if (n > 1) expect(verifyInclusion({ ...claim, index: (index + 1) % n })).toBe(false);
        expect(verifyInclusion({ ...claim, proof: [...claim.proof, root] })).toBe(false);
      }),
    );
  });

  it('of consistency hold for their trees and for no other', () => {
    fc.assert(
      fc.property(size, size, (a, b) => {
        const [oldSize, newSize] = [Math.min(a, b), Math.max(a, b)];
        const [oldRoot, newRoot] = [oldSize, newSize].map((n) => rootByDefinition(leaves.slice(0, n))) as [
          Uint8Array,
          Uint8Array,
        ];
        const claim = {
          oldSize,
          newSize,
          oldRoot,
          newRoot,
          proof: consistencyProof(oldSize, newSize, hashAt),
        };
        expect(verifyConsistency(claim)).toBe(true);
        expect(verifyConsistency({ ...claim, oldRoot: sha256Tagged(0, oldRoot) })).toBe(false);
        expect(verifyConsistency({ ...claim, newRoot: sha256Tagged(0, newRoot) })).toBe(false);
      }),
    );
  });

  it('of sizes that are no sizes do not hold', () => {
    const root = leaves[0]!;
    for (const n of [0, -1, 0.5, Number.NaN, 2 ** 53]) {
      expect(verifyInclusion({ index: 0, size: n, leaf: root, root, proof: [] })).toBe(false);
      expect(verifyConsistency({ oldSize: n, newSize: n, oldRoot: root, newRoot: root, proof: [] })).toBe(
        false,
      );
    }
  });
});

it('gives the same tree for leaves added side by side as for leaves added one by one', () => {
  for (const [before, count] of [
    [0, 0],
    [0, 64],
    [1, 200],
    [63, 65],
    [64, 128],
    [130, 1000],
  ] as const) {
    const one = new MerkleFrontier();
    const all = new MerkleFrontier();
    const leaf = (i: number) => sha256Tagged(0, Uint8Array.of(i & 255, i >> 8));
    for (let i = 0; i < before; i++) for (const tree of [one, all]) tree.append(leaf(i));
    const next = Array.from({ length: count }, (_, i) => leaf(before + i));
    for (const hash of next) one.append(hash);
    const bytes = new Uint8Array(Buffer.concat(next));
    all.appendAll(bytes);
    expect(all.size).toBe(before + count);
    expect(all.root()).toEqual(one.root());
    expect(all.hashes()).toEqual(one.hashes());
  }
});
