import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../../src/bytes/canonical.ts';
import { canonicalFault } from '../../src/bytes/canonical-check.ts';
import { sameBytes, toUtf8 } from '../../src/bytes/utf8.ts';
import { arbitraryJson } from './arbitrary-json.ts';

/** The slow answer: it parses, and writing what was parsed gives the same bytes. */
function isCanonicalSlowly(line: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
    return sameBytes(toUtf8(canonicalize(JSON.parse(text))), line);
  } catch {
    return false;
  }
}

const byte = fc.oneof(
  fc.constantFrom(...toUtf8('"\\{}[],:-0123456789.eE+ntfu/bx \t')),
  fc.constantFrom(
    0x00,
    0x1f,
    0x7f,
    0x80,
    0x9f,
    0xa0,
    0xbf,
    0xc0,
    0xe0,
    0xed,
    0xee,
    0xef,
    0xf0,
    0xf4,
    0xf5,
    0xff,
  ),
  fc.integer({ min: 0, max: 255 }),
);
const mutation = fc.record({ at: fc.nat(), byte, remove: fc.nat({ max: 3 }), insert: fc.boolean() });

function mutate(
  line: Uint8Array,
  m: { at: number; byte: number; remove: number; insert: boolean },
): Uint8Array {
  const at = m.at % (line.length + 1);
  return Buffer.concat([
    line.subarray(0, at),
    Uint8Array.from(m.insert ? [m.byte] : []),
    line.subarray(at + m.remove),
  ]);
}

describe('canonicalFault', () => {
  it('finds none in what canonicalize wrote', () => {
    fc.assert(
      fc.property(arbitraryJson, (value) => canonicalFault(toUtf8(canonicalize(value))) === undefined),
      { numRuns: 2000 },
    );
  });

  it('agrees with parsing and writing again, on lines with some bytes changed', () => {
    fc.assert(
      fc.property(arbitraryJson, fc.array(mutation, { minLength: 1, maxLength: 2 }), (value, mutations) => {
        const line = mutations.reduce(mutate, toUtf8(canonicalize(value)));
        expect(canonicalFault(line) === undefined).toBe(isCanonicalSlowly(line));
      }),
      { numRuns: 8000 },
    );
  });

  it('agrees on objects of two keys in either order', () => {
    const key = fc.string({
      unit: fc.constantFrom(
        'a',
        '"',
        '\\',
        '\n',
        '\u0001',
        '\u000b',
        'é',
        '\ud7ff',
        '\ue000',
        '\uffff',
        '😀',
        '\u{10ffff}',
      ),
      maxLength: 3,
    });
    fc.assert(
      fc.property(key, key, (a, b) => {
        const line = toUtf8(`{${JSON.stringify(a)}:1,${JSON.stringify(b)}:2}`);
        expect(canonicalFault(line) === undefined).toBe(a < b);
      }),
      { numRuns: 4000 },
    );
  });

  it.each([
    ['{"a":1 }', 6, 'expected a comma or the end of the object'],
    ['{"b":1,"a":2}', 7, 'expected keys in the order of their UTF-16 code units'],
    ['{"a":1,"a":2}', 7, 'expected each key once'],
    ['["\\/"]', 2, 'expected the shortest escape and no other'],
    ['["\\u000A"]', 2, 'expected the shortest escape and no other'],
    ['["\\u001F"]', 2, 'expected the shortest escape and no other'],
    ['["\\ud83d\\ude00"]', 2, 'expected the shortest escape and no other'],
    ['[-0]', 1, 'expected an integer without leading zeros or -0'],
    ['[01]', 1, 'expected an integer without leading zeros or -0'],
    ['[1.0]', 2, 'expected an integer, without fraction or exponent'],
    ['[1E3]', 2, 'expected an integer, without fraction or exponent'],
    ['[9007199254740992]', 1, 'expected an integer within ±(2^53−1)'],
    ['[10000000000000000]', 1, 'expected an integer within ±(2^53−1)'],
    ['[-99999999999999999]', 1, 'expected an integer within ±(2^53−1)'],
    ['1\n', 1, 'expected the end of the text'],
    ['', 0, 'expected a value'],
    ['["', 2, 'expected a closing quote'],
    ['"\t"', 1, 'expected control characters escaped'],
  ])('says where and what: %j', (text, at, what) => {
    expect(canonicalFault(toUtf8(text))).toEqual({ at, what });
  });

  it.each([
    ['an overlong encoding', [0xc0, 0x80]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['a code point beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['a cut sequence', [0xe2, 0x82]],
  ])('refuses %s', (_, bytes) => {
    const line = Uint8Array.of(0x22, ...bytes, 0x22);
    expect(canonicalFault(line)).toEqual({ at: 1, what: 'expected valid UTF-8' });
  });

  it('survives a million opening brackets', () => {
    expect(canonicalFault(new Uint8Array(1_000_000).fill(0x5b))).toEqual({
      at: 100,
      what: 'expected at most 100 levels',
    });
  });
});
