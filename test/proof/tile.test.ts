import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import { sha256Tagged } from '../../src/bytes/sha256.ts';
import {
  consistencyProof,
  inclusionProof,
  MerkleFrontier,
  verifyConsistency,
  verifyInclusion,
} from '../../src/proof/merkle.ts';
import {
  bundlesOf,
  encodeBundle,
  hashesFromTiles,
  hashTiles,
  parseBundle,
  parseTilePath,
  tilePath,
  tilesOf,
} from '../../src/proof/tile.ts';

function leaf(i: number): Uint8Array {
  return sha256Tagged(0, Uint8Array.of(i >> 16, i >> 8, i));
}

function* leavesTo(size: number): Generator<Uint8Array> {
  for (let i = 0; i < size; i++) yield leaf(i);
}

function rootOf(size: number): Uint8Array {
  const frontier = new MerkleFrontier();
  for (const hash of leavesTo(size)) frontier.append(hash);
  return frontier.root();
}

function tilesBuilt(size: number): ReadonlyMap<string, Uint8Array> {
  return new Map([...hashTiles(leavesTo(size))].map(({ tile, bytes }) => [tilePath(tile), bytes]));
}

describe('a tile path', () => {
  it.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 1, index: 1234, width: 7 }, 'tile/1/x001/234.p/7'],
    [{ level: 'entries', index: 999, width: 1 }, 'tile/entries/999.p/1'],
  ] as const)('of %j is %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual({ kind: 'ok', value: tile });
  });

  it.each([
    'tile/0/0',
    'tile/0/x000/001',
    'tile/0/001/002',
    'tile/0/000.p/256',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/00/000',
    'tile/0/../000',
    'tile/entries/000/',
  ])('%s is refused', (path) => {
    expect(parseTilePath(path).kind).toBe('fault');
  });
});

describe('the tiles of a tree', () => {
  // C2SP tlog-tiles gives this tree as its example.
  it('of 70,000 leaves are 274 of level 0, two of level 1 and one of level 2, the last of each partial', () => {
    const tiles = [...tilesOf(70_000)];
    expect(tiles.filter(({ level }) => level === 0)).toHaveLength(274);
    expect(tiles.filter(({ width }) => width < 256).map(tilePath)).toEqual([
      'tile/0/273.p/112',
      'tile/1/001.p/17',
      'tile/2/000.p/1',
    ]);
    expect([...bundlesOf(70_000)].at(-1)).toEqual({ level: 'entries', index: 273, width: 112 });
  });

  it('of no leaves are none', () => {
    expect([...tilesOf(0), ...bundlesOf(0), ...hashTiles([])]).toEqual([]);
  });

  it.each([1, 255, 256, 257, 66_000])('are built from %d leaves as listed', (size) => {
    expect([...tilesBuilt(size).keys()].sort()).toEqual([...tilesOf(size)].map(tilePath).sort());
  });

  it('give proofs that hold', () => {
    const size = 66_000;
    const built = tilesBuilt(size);
    const root = rootOf(size);
    const hashAt = hashesFromTiles(size, (tile) => built.get(tilePath(tile)));
    for (const index of [0, 255, 256, 65_535, 65_536, 65_999]) {
      const proof = inclusionProof(index, size, hashAt);
      expect(verifyInclusion({ index, size, leaf: leaf(index), root, proof })).toBe(true);
    }
    for (const oldSize of [1, 256, 300, 65_536, 65_537]) {
      const proof = consistencyProof(oldSize, size, hashAt);
      expect(
        verifyConsistency({ oldSize, newSize: size, oldRoot: rootOf(oldSize), newRoot: root, proof }),
      ).toBe(true);
    }
  });

  it('that are missing or cut short are an error that names the tile', () => {
    const missing = hashesFromTiles(300, () => undefined);
    expect(() => inclusionProof(299, 300, missing)).toThrow(
      'tile/1/000.p/1: expected 1 hashes, found no tile',
    );
    const cut = hashesFromTiles(300, () => new Uint8Array(31));
    expect(() => inclusionProof(299, 300, cut)).toThrow(expect.objectContaining({ code: 'bad_tile' }));
  });
});

describe('an entry bundle', () => {
  it('comes back from its bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }), (entries) => {
        const read = parseBundle(encodeBundle(entries), entries.length);
        expect(read.kind === 'ok' && read.value.map(toHex)).toEqual(entries.map(toHex));
      }),
    );
  });

  it('has each length in two bytes, the high one first', () => {
    expect(encodeBundle([new Uint8Array(258)]).subarray(0, 2)).toEqual(Uint8Array.of(1, 2));
  });

  it('refuses an entry beyond 65,535 bytes', () => {
    expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow(
      expect.objectContaining({ code: 'tile_entry_too_long' }),
    );
  });

  it.each([
    ['a cut entry', [0, 2, 1], 1],
    ['half a length', [0, 0, 0], 2],
    ['an entry too many', [0, 0, 0, 0], 1],
    ['an entry too few', [0, 0], 2],
  ])('with %s is refused', (_, bytes, width) => {
    expect(parseBundle(Uint8Array.from(bytes), width).kind).toBe('fault');
  });
});
