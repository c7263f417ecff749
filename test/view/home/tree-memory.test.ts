import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLog } from '../../../src/log/read.ts';
import { verifyInclusion } from '../../../src/proof/inclusion.ts';
import { MerkleFrontier } from '../../../src/proof/merkle.ts';
import { leafHash } from '../../../src/proof/record.ts';
import { TreeMemory } from '../../../src/view/home/tree-memory.ts';
import { makeLog } from '../../bench/make-log.ts';
import { folderSink } from '../../bench/make-log-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracekit-tree-'));
const segments = join(folder, 'seg');
let leaves: readonly Uint8Array[];
beforeAll(() => {
  makeLog(folderSink(folder), { records: 1_300, segmentBytes: 100_000 });
  leaves = [...readLog(segments)].map(({ bytes }) => leafHash(bytes));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function rootOf(size: number): Uint8Array {
  const tree = new MerkleFrontier();
  for (const leaf of leaves.slice(0, size)) tree.append(leaf);
  return tree.root();
}

it('proves each record in trees of growing sizes, remembering what it read', () => {
  const memory = new TreeMemory(segments);
  for (const size of [1, 2, 255, 256, 257, 511, 512, 700, 1_024, 1_025, 1_300]) {
    const root = rootOf(size);
    for (const seq of [0, 1, 128, 255, 256, 511, 699, 1_023, 1_299].filter((one) => one < size)) {
      const proof = memory.proof(seq, size);
      expect(Buffer.from(proof.root).equals(root)).toBe(true);
      expect(verifyInclusion({ index: seq, size, leaf: leaves[seq]!, root, proof: proof.path })).toBe(true);
    }
  }
});

it('proves in a smaller tree than it has read', () => {
  const memory = new TreeMemory(segments);
  memory.proof(3, 1_300);
  const proof = memory.proof(3, 600);
  const root = rootOf(600);
  expect(verifyInclusion({ index: 3, size: 600, leaf: leaves[3]!, root, proof: proof.path })).toBe(true);
});
