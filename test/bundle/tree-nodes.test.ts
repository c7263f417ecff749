import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TreeNodes } from '../../src/bundle/tree-nodes.ts';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import { verifyInclusion } from '../../src/proof/inclusion.ts';
import { leafHash } from '../../src/proof/record.ts';

describe('tree nodes collected in one pass', () => {
  it('give every proof that was wanted, in trees of several sizes', () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 70 }),
      fc.infiniteStream(fc.nat()),
      (count, numbers) => {
        const leaves = Array.from({ length: count }, (_, i) => leafHash(toUtf8(`leaf ${i}`)));
        const nodes = new TreeNodes();
        const wanted = Array.from({ length: 5 }, () => {
          const size = (numbers.next().value % count) + 1;
          return { size, index: numbers.next().value % size };
        });
        for (const { index, size } of wanted) {
          nodes.wantProof(index, size);
          nodes.wantRoot(size);
        }
        for (const leaf of leaves) nodes.add(leaf);
        for (const { index, size } of wanted) {
          const claim = {
            index,
            size,
            leaf: leaves[index]!,
            root: nodes.root(size),
            proof: nodes.proof(index, size),
          };
          expect(verifyInclusion(claim)).toBe(true);
        }
      },
    );
    fc.assert(property);
  });
});
