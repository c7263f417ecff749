import { describe, expect, it } from 'vitest';
import { CommitmentSet } from '../../src/bundle/commitment-set.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import { toUtf8 } from '../../src/bytes/utf8.ts';

describe('commitments that wait for their contents', () => {
  it('are each taken once, with their length, and never where they were not added', () => {
    const set = new CommitmentSet();
    const hashes = Array.from({ length: 1_000 }, (_, i) => sha256Hex(toUtf8(`${i}`)));
    for (const [i, hash] of hashes.entries()) expect(set.add(hash, i)).toBe(true);
    expect(set.add(hashes[5]!, 5)).toBe(false);
    expect(set.take(hashes[5]!, 6)).toBe(false);
    expect(set.take(sha256Hex(toUtf8('other')), 5)).toBe(false);
    for (const [i, hash] of hashes.entries()) expect(set.take(hash, i)).toBe(true);
    expect(set.take(hashes[5]!, 5)).toBe(false);
    expect(set.waiting).toBe(0);
  });
});
