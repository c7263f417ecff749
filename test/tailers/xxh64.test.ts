import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Xxh64 } from '../../tailers/xxh64.ts';

const digestOf = (...pieces: readonly Uint8Array[]) => {
  const hash = new Xxh64();
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
};

/** The buffer of xxHash's own sanity check: the high byte of 2654435761 × 11400714785074694797^i. */
function sanityBuffer(length: number): Buffer {
  let word = 2654435761n;
  return Buffer.from(
    Array.from({ length }, () => {
      const byte = Number(word >> 56n);
      word = BigInt.asUintN(64, word * 11400714785074694797n);
      return byte;
    }),
  );
}

test.each([
  [0, 0xef46db3751d8e999n],
  [1, 0xe934a84adb052768n],
  [4, 0x9136a0dca57457een],
  [14, 0x8282dcc4994e35c8n],
  [222, 0xb641ae8cb691c174n],
])('the first %i bytes of the sanity check of xxHash have its digest', (length, digest) => {
  expect(digestOf(sanityBuffer(length))).toBe(digest);
});

test.each([
  ['a', 0xd24ec4f1a98c6e5bn],
  ['abc', 0x44bc2cf5ad770999n],
  ['Nobody inspects the spammish repetition', 0xfbcea83c8a378bf1n],
])('%s has its published digest', (text, digest) => {
  expect(digestOf(Buffer.from(text))).toBe(digest);
});

test('the digest is the same however the bytes come', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(300)), (bytes, cuts) => {
    const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
    const pieces = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
    expect(digestOf(...pieces)).toBe(digestOf(bytes));
  });
  fc.assert(property);
});

test.skipIf(spawnSync('zstd', ['--version']).status !== 0)(
  'zstd ends a frame with its lowest four bytes',
  () => {
    for (const length of [0, 1, 31, 32, 33, 63, 64, 65, 1000, 200_000]) {
      const input = sanityBuffer(length).map((byte, i) => byte ^ (i * 167));
      const { stdout } = spawnSync('zstd', ['-c', '-q', '--check'], { input });
      expect([length, BigInt(stdout.readUInt32LE(stdout.length - 4))]).toEqual([
        length,
        BigInt.asUintN(32, digestOf(input)),
      ]);
    }
  },
);
