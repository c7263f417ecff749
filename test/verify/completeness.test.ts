import { describe, expect, it } from 'vitest';
import { whereRecordsHold } from '../../src/verify/completeness.ts';
import type { Verdict } from '../../src/verify/verdict.ts';

const complete: Verdict = {
  question: 'completeness',
  word: 'COMPLETE',
  standing: 'ok',
  basis: ['1 of 1 runs'],
  warnings: [],
};
const integrity = (standing: Verdict['standing']): Verdict => ({
  question: 'integrity',
  word: 'X',
  standing,
  basis: [],
  warnings: [],
});

describe('the completeness of a log', () => {
  it('cannot be told where its records do not hold, and says what they read as', () => {
    const verdict = whereRecordsHold(complete, integrity('failed'));
    expect(verdict).toMatchObject({ word: 'CANNOT TELL', standing: 'unknown' });
    expect(verdict.basis[0]).toContain('COMPLETE');
  });

  it('stands where they hold, with a warning or not', () => {
    for (const standing of ['ok', 'warning'] as const) {
      expect(whereRecordsHold(complete, integrity(standing))).toEqual(complete);
    }
  });
});
