import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyConsistency, verifyInclusion } from '../../src/proof/merkle.ts';
import { verifySubtreeConsistency, verifySubtreeInclusion } from '../../src/proof/subtree.ts';

// transparency-dev/merkle testdata at 417fb0c.
const FOLDER = '../shared/vectors/merkle';
const present = existsSync(FOLDER);

type Case = { readonly [field: string]: unknown; readonly desc: string; readonly wantErr: boolean };

function cases(kind: string): readonly Case[] {
  if (!present) return [];
  return readdirSync(`${FOLDER}/${kind}`, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`${FOLDER}/${kind}/${name}`, 'utf8')));
}

function bytes(value: unknown): Uint8Array {
  return Buffer.from((value as string | null) ?? '', 'base64');
}

function hashes(value: unknown): readonly Uint8Array[] {
  return ((value as readonly string[] | null) ?? []).map(bytes);
}

const VERIFY: { readonly [kind: string]: (c: Case) => boolean } = {
  inclusion: (c) =>
    verifyInclusion({
      index: c.leafIdx as number,
      size: c.treeSize as number,
      leaf: bytes(c.leafHash),
      root: bytes(c.root),
      proof: hashes(c.proof),
    }),
  consistency: (c) =>
    verifyConsistency({
      oldSize: c.size1 as number,
      newSize: c.size2 as number,
      oldRoot: bytes(c.root1),
      newRoot: bytes(c.root2),
      proof: hashes(c.proof),
    }),
  subtreeinclusion: (c) =>
    verifySubtreeInclusion({
      index: c.leafIdx as number,
      start: c.start as number,
      end: c.end as number,
      leaf: bytes(c.leafHash),
      root: bytes(c.root),
      proof: hashes(c.proof),
    }),
  subtreeconsistency: (c) =>
    verifySubtreeConsistency({
      start: c.start as number,
      end: c.end as number,
      size: c.size as number,
      subtree: bytes(c.root1),
      root: bytes(c.root2),
      proof: hashes(c.proof),
    }),
};

describe.skipIf(!present)(`the public Merkle vectors (skipped where ${FOLDER} is absent)`, () => {
  it('are 518', () => {
    expect(Object.keys(VERIFY).flatMap(cases)).toHaveLength(518);
  });

  it.each(Object.keys(VERIFY))('are all judged as they say: %s', (kind) => {
    const wrong = cases(kind).filter((c) => VERIFY[kind]!(c) === c.wantErr);
    expect(wrong).toEqual([]);
  });
});
