import canonicalizeByNpm from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../../src/bytes/canonical.ts';
import type { Json } from '../../src/model/record.ts';
import { arbitraryJson } from './arbitrary-json.ts';

function nested(levels: number): Json {
  let value: Json = 0;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

describe('canonicalize', () => {
  it('writes what the npm package writes, for any JSON of integers', () => {
    fc.assert(
      fc.property(arbitraryJson, (value) => canonicalize(value) === canonicalizeByNpm(value)),
      { numRuns: 2000 },
    );
  });

  it('sorts keys by UTF-16 code units, not by code points', () => {
    expect(canonicalize({ '\ue000': 1, '😀': 2, 10: 3, 9: 4 })).toBe('{"10":3,"9":4,"😀":2,"\ue000":1}');
  });

  it('writes a zero without its sign', () => {
    expect(canonicalize(-0)).toBe('0');
  });

  it.each([
    ['a fraction', 0.5],
    ['an integer beyond 2^53−1', 2 ** 53],
    ['a number that is none', Number.NaN],
    ['a lone surrogate', 'a\ud83d'],
    ['a lone surrogate in a key', { '\udc00': 1 }],
    ['a missing value', { a: undefined } as unknown as Json],
    ['101 levels', nested(101)],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalize(value)).toThrow(expect.objectContaining({ code: 'not_canonical' }));
  });

  it('takes 100 levels', () => {
    expect(canonicalize(nested(100))).toBe(`${'['.repeat(100)}0${']'.repeat(100)}`);
  });
});
