import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framedReason, MAX_REASON, reasonLine } from '../../src/harness/reason.ts';

describe('a reason', () => {
  it('is one line of 500 characters at most that begins with the mark, whatever it quotes', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 900 }),
      fc.string({ unit: 'grapheme', maxLength: 900 }),
    );
    fc.assert(
      fc.property(text, (said) => {
        for (const line of [reasonLine(said, 'no reason'), framedReason('before: ', said, '; after')]) {
          expect(line.length).toBeLessThanOrEqual(MAX_REASON);
          expect(line).toMatch(/^\[tracekit\] \S/);
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/u);
        }
      }),
    );
  });

  it('does not repeat the mark', () => {
    expect(reasonLine('[tracekit] no', 'x')).toBe('[tracekit] no');
  });

  it('says where it was cut, and never cuts the words that say what to do', () => {
    expect(reasonLine('x'.repeat(900), '')).toMatch(/x…$/);
    expect(framedReason('held: ', 'x'.repeat(900), '; ask the person')).toMatch(
      /^\[tracekit\] held: x+…; ask the person$/,
    );
  });

  it('takes terminal escapes and direction marks out', () => {
    expect(reasonLine('a\u001b[31mb\u202ec\r\nd', '')).toBe('[tracekit] a [31mb c d');
  });
});
