import { fromHex, toHex } from '../../src/bytes/hex.ts';
import {
  consistencyProof,
  inclusionProof,
  MerkleFrontier,
  verifyConsistency,
  verifyInclusion,
} from '../../src/proof/merkle.ts';
import { leafHash } from '../../src/proof/record.ts';
import { hashesFromTiles, tilePath } from '../../src/proof/tile.ts';
import type { MadeLog } from './made-log.ts';

type Named = { readonly name: string; readonly holds: boolean };

/** Hashes are 64 hex digits. */
export type RootClaim = Named & {
  readonly kind: 'root';
  readonly lines: readonly Uint8Array[];
  readonly size: number;
  readonly root: string;
};
export type RecordClaim = Named & {
  readonly kind: 'record';
  readonly line: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly root: string;
  readonly proof: readonly string[];
};
export type TreeClaim = Named & {
  readonly kind: 'tree';
  readonly oldSize: number;
  readonly oldRoot: string;
  readonly size: number;
  readonly root: string;
  readonly proof: readonly string[];
};
export type TreeishClaim = RootClaim | RecordClaim | TreeClaim;

const hex = (hashes: readonly Uint8Array[]) => hashes.map(toHex);

/** Proofs are made from the log's tiles, as a server of them would. */
export function hashAtOf(log: MadeLog, size: number) {
  return hashesFromTiles(size, (tile) => {
    const whole = log.tiles.get(tilePath(tile));
    if (whole !== undefined) return whole;
    // An older tree's partial tile is the beginning of a fuller one.
    const fuller = [...log.tiles].find(([path]) => path.startsWith(tilePath({ ...tile, width: 256 })));
    return fuller?.[1].subarray(0, tile.width * 32);
  });
}

export function recordClaim(log: MadeLog, index: number, size: number): RecordClaim {
  return {
    ...{ kind: 'record', name: `record ${index} of ${size}`, holds: true, index, size },
    line: log.lines[index]!,
    root: toHex(log.roots[size]!),
    proof: hex(inclusionProof(index, size, hashAtOf(log, size))),
  };
}

export function treeClaim(log: MadeLog, oldSize: number, size: number): TreeClaim {
  return {
    ...{ kind: 'tree', name: `${size} records go on from ${oldSize}`, holds: true, oldSize, size },
    oldRoot: toHex(log.roots[oldSize]!),
    root: toHex(log.roots[size]!),
    proof: hex(consistencyProof(oldSize, size, hashAtOf(log, size))),
  };
}

export function rootClaim(log: MadeLog, size: number): RootClaim {
  const name = `the root of ${size} records`;
  return {
    kind: 'root',
    name,
    holds: true,
    size,
    lines: log.lines.slice(0, size),
    root: toHex(log.roots[size]!),
  };
}

/** The claim with one thing wrong, for each thing that can be. */
export function tampered(claim: TreeishClaim): readonly TreeishClaim[] {
  const wrong = (name: string, change: object): TreeishClaim => ({
    ...{ ...claim, ...change },
    ...{ holds: false, name: `${claim.name}: ${name}` },
  });
  const root = wrong('another root', { root: flipHex(claim.root) });
  if (claim.kind === 'root') {
    const lines = claim.lines.map((line, i) => (i === claim.size >> 1 ? flipByte(line) : line));
    return [root, wrong('a record changed', { lines })];
  }
  const { proof } = claim;
  const proofs = [
    ...proof.map((_, i) =>
      wrong(`hash ${i} of the proof changed`, { proof: proof.map((h, j) => (i === j ? flipHex(h) : h)) }),
    ),
    ...(proof.length === 0 ? [] : [wrong('a hash less', { proof: proof.slice(0, -1) })]),
    ...(proof.length < 2 ? [] : [wrong('turned round', { proof: [...proof].reverse() })]),
    wrong('a hash more', { proof: [...proof, claim.root] }),
  ];
  if (claim.kind === 'tree') {
    const more =
      claim.oldSize + 1 < claim.size ? [wrong('an older size more', { oldSize: claim.oldSize + 1 })] : [];
    return [root, ...proofs, ...more, wrong('another older root', { oldRoot: flipHex(claim.oldRoot) })];
  }
  return [
    root,
    ...proofs,
    wrong('the record changed', { line: flipByte(claim.line) }),
    wrong('another index', { index: claim.index ^ 1 }),
    wrong('a size out of reach', { size: claim.index }),
  ];
}

/** What our own verifier says of the claim. */
export function oursOnTree(claim: TreeishClaim): boolean {
  const root = fromHex(claim.root)!;
  switch (claim.kind) {
    case 'root': {
      const tree = new MerkleFrontier();
      for (const line of claim.lines) tree.append(leafHash(line));
      return toHex(tree.root()) === claim.root;
    }
    case 'record':
      return verifyInclusion({ ...claim, root, leaf: leafHash(claim.line), proof: claim.proof.map(bytes) });
    case 'tree':
      return verifyConsistency({
        ...{ oldSize: claim.oldSize, newSize: claim.size, newRoot: root },
        oldRoot: bytes(claim.oldRoot),
        proof: claim.proof.map(bytes),
      });
  }
}

const bytes = (text: string) => fromHex(text)!;

function flipHex(text: string): string {
  return (text.startsWith('0') ? '1' : '0') + text.slice(1);
}

function flipByte(line: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(line);
  changed[changed.length >> 1]! ^= 4;
  return changed;
}
