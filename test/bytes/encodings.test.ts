import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64 } from '../../src/bytes/base64.ts';
import { fromHex, isHexOf, toHex } from '../../src/bytes/hex.ts';
import { hexOf, putBytes, putDigits } from '../../src/bytes/raw-digest.ts';
import * as browser from '../../src/bytes/sha256.browser.ts';
import * as node from '../../src/bytes/sha256.ts';
import { fromUtf8 } from '../../src/bytes/utf8.ts';

const bytes = fc.uint8Array({ maxLength: 70 });

describe('hex', () => {
  it('writes what Buffer writes and reads it back', () => {
    fc.assert(
      fc.property(bytes, (b) => {
        expect(toHex(b)).toBe(Buffer.from(b).toString('hex'));
        expect(fromHex(toHex(b))).toEqual(b);
        expect(isHexOf(toHex(b), b)).toBe(true);
      }),
    );
  });

  it.each(['a', 'AB', '0g', ' 0', '٣٣'])('refuses %j', (text) => {
    expect(fromHex(text)).toBeUndefined();
  });

  it.each(['00ff', '00FE', '00f', '00fe00'])('isHexOf tells %j from 00fe', (text) => {
    expect(isHexOf(text, Uint8Array.of(0, 0xfe))).toBe(false);
  });
});

describe('a digest that is not text yet', () => {
  it('has its bytes and its digits put where they belong, in Node and in the browser', () => {
    fc.assert(
      fc.property(bytes, fc.nat(9), (b, at) => {
        const digest = createHash('sha256').update(b).digest();
        const raw = node.sha256Raw(b);
        expect(browser.sha256Raw(b)).toBe(raw);
        const [into, digits] = [Buffer.alloc(50), Buffer.alloc(80)];
        putBytes(raw, into, at);
        putDigits(raw, digits, at);
        expect(into.subarray(at, at + 32)).toEqual(digest);
        expect(digits.toString('latin1', at, at + 64)).toBe(digest.toString('hex'));
        expect(hexOf(raw)).toBe(digest.toString('hex'));
        expect([into[at + 32], digits[at + 64]]).toEqual([0, 0]);
      }),
    );
  });
});

describe('base64', () => {
  it('writes what Buffer writes and reads it back', () => {
    fc.assert(
      fc.property(bytes, (b) => {
        expect(toBase64(b)).toBe(Buffer.from(b).toString('base64'));
        expect(fromBase64(toBase64(b))).toEqual(b);
      }),
    );
  });

  it.each(['QQ', 'QQ=', 'QR==', 'QUJ=', 'Q===', '====', 'QQ==QQ==', 'Q-==', ' QQ==', 'QQ=\n'])(
    'refuses %j',
    (text) => {
      expect(fromBase64(text)).toBeUndefined();
    },
  );
});

describe('SHA-256', () => {
  it.each([
    ['node:crypto', node],
    ['noble', browser],
  ])('of %s gives the same hash by every way in', (_, { sha256, sha256Hex, sha256Stream, sha256Tagged }) => {
    fc.assert(
      fc.property(bytes, bytes, fc.nat({ max: 255 }), (a, b, tag) => {
        const known = createHash('sha256').update(Uint8Array.of(tag)).update(a).update(b).digest('hex');
        const whole = Uint8Array.of(tag, ...a, ...b);
        expect(sha256Hex(whole)).toBe(known);
        expect(toHex(sha256(whole))).toBe(known);
        expect(toHex(sha256Tagged(tag, a, b))).toBe(known);
        expect(toHex(sha256Tagged(tag, Uint8Array.of(...a, ...b)))).toBe(known);
        expect(toHex(sha256Stream().update(Uint8Array.of(tag)).update(a).update(b).digest())).toBe(known);
      }),
    );
  });
});

describe('fromUtf8', () => {
  it('keeps a byte order mark, since hashed bytes must come back the same', () => {
    expect(fromUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\ufeffa');
  });

  it('refuses what is no UTF-8', () => {
    expect(fromUtf8(Uint8Array.of(0xff))).toBeUndefined();
  });
});
