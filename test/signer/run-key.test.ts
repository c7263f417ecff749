import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hexOf } from '../../src/bytes/raw-digest.ts';
import { ZERO_HASH } from '../../src/model/record.ts';
import { RunKey } from '../../src/signer/run-key.ts';

const sha = (...pieces: Uint8Array[]) => createHash('sha256').update(Buffer.concat(pieces)).digest();
const key = Buffer.alloc(32, 7);
const digests = [sha(Buffer.from('one\n')), sha(Buffer.from('two\n')), sha(Buffer.from('three\n'))];

it('follows its definition: K(0) is zeros, K(i+1) = SHA-256(key ‖ K(i) ‖ digest i)', () => {
  let expected: Buffer = Buffer.alloc(32);
  const hash = new RunKey(key).from(ZERO_HASH);
  for (const digest of digests) {
    expected = sha(key, expected, digest);
    expect(hash.peek(digest)).toBe(expected.toString('hex'));
    expect(hash.next(digest)).toBe(expected.toString('latin1'));
    expect(hash.at).toBe(expected.toString('hex'));
  }
  expect(new RunKey(key).over(Buffer.concat(digests))).toBe(expected.toString('hex'));
});

it('goes on from a hash that stands in the log', () => {
  const run = new RunKey(key);
  const at = run.over(Buffer.concat(digests.slice(0, 2)));
  expect(hexOf(run.from(at).next(Buffer.concat(digests), 64))).toBe(run.over(Buffer.concat(digests)));
});

it('refuses a key of another length', () => {
  expect(() => new RunKey(new Uint8Array(31))).toThrow(RangeError);
});
