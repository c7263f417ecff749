import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../../src/bytes/hex.ts';
import { inclusionProof, verifyInclusion } from '../../../src/proof/inclusion.ts';
import { perfectRoot, rangeHash } from '../../../src/proof/merkle-hash.ts';
import { leafHash } from '../../../src/proof/record.ts';
import { folded } from '../../../src/view/page/record/inclusion-steps.ts';
import { filteredRuns } from '../../../src/view/page/runs/run-filter.ts';
import { recordHref, routeOf, runHref } from '../../../src/view/page/shell/route.ts';
import { jumpFrom, rowAt, timeAt } from '../../../src/view/page/timeline/jumps.ts';
import { marksOf, summaryOf } from '../../browser/made-rows.ts';

const RUN = '0123456789abcdef';

describe('addresses within the page', () => {
  it('lead where they say', () => {
    expect(routeOf(runHref(RUN)!)).toEqual({ kind: 'review', run: RUN });
    expect(routeOf(runHref(RUN, 'timeline', 7)!)).toEqual({ kind: 'timeline', run: RUN, row: 7 });
    expect(routeOf(recordHref(12)!)).toEqual({ kind: 'record', seq: 12 });
    expect(routeOf('')).toEqual({ kind: 'runs' });
  });

  it.each(['javascript:alert(1)', '../..', '0123', `${RUN}/timeline`, '__proto__', RUN.toUpperCase()])(
    'are not made for the run id %j',
    (id) => expect(runHref(id)).toBeUndefined(),
  );

  it('never throw, whatever they are', () => {
    fc.assert(
      fc.property(fc.string(), (hash) => {
        expect(routeOf(hash).kind).toBeTypeOf('string');
      }),
    );
  });
});

describe('an inclusion proof, folded step by step', () => {
  it('holds exactly where the verifier says so', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 70 }), fc.nat(69), fc.nat(8), async (size, at, drop) => {
        const index = at % size;
        const leaves = Array.from({ length: size }, (_, i) => leafHash(Uint8Array.of(i)));
        const hashAt = (level: number, i: number) =>
          perfectRoot(leaves.slice(i * 2 ** level, (i + 1) * 2 ** level));
        const whole = inclusionProof(index, size, hashAt);
        // Each eighth proof lacks its end.
        const proof = drop === 8 ? whole.slice(0, -1) : whole;
        const root = rangeHash(0, size, hashAt);
        const done = await folded(toHex(leaves[index]!), index, {
          size,
          path: proof.map(toHex),
          root: toHex(root),
        });
        const holds = verifyInclusion({ index, size, leaf: leaves[index]!, root, proof });
        expect(done.isWhole && done.root === toHex(root)).toBe(holds);
        expect(holds).toBe(proof.length === whole.length);
      }),
    );
  });
});

describe('jumps', () => {
  const marks = marksOf(1_000);

  it('go to the next mark, to the one before, and nowhere beyond the last', () => {
    expect(jumpFrom(marks, 'denied', 0, 1)).toBe(1);
    expect(jumpFrom(marks, 'denied', 1, 1)).toBe(251);
    expect(jumpFrom(marks, 'denied', 251, -1)).toBe(1);
    expect(jumpFrom(marks, 'denied', 1, -1)).toBeUndefined();
    expect(jumpFrom(marks, 'denied', 751, 1)).toBeUndefined();
  });

  it('find about the row of a time, and its time again', () => {
    for (const row of [0, 17, 500, 999])
      expect(Math.abs(rowAt(marks, timeAt(marks, row)) - row)).toBeLessThanOrEqual(2);
  });
});

describe('the list of runs', () => {
  const runs = [
    summaryOf({ run: 'a', last: '2026-01-01T00:00:00.000Z' }),
    summaryOf({ run: 'b', last: '2026-01-03T00:00:00.000Z', title: 'Fix the pager', findings: { high: 1 } }),
    summaryOf({ run: 'c', last: '2026-01-02T00:00:00.000Z', live: true }),
    summaryOf({ run: 'd', last: '2026-01-01T00:00:00.000Z', live: true, waiting: 1, harness: 'codex' }),
  ];
  const filter = { words: '', harness: '', traits: new Set<never>() };
  const ids = (part: object) => filteredRuns(runs, { ...filter, ...part }).map(({ run }) => run);

  it('begins with what waits, then what is live, then the newest', () => {
    expect(ids({})).toEqual(['d', 'c', 'b', 'a']);
  });

  it('is filtered by words, harness and what runs have', () => {
    expect(ids({ words: 'pager FIX' })).toEqual(['b']);
    expect(ids({ harness: 'codex' })).toEqual(['d']);
    expect(ids({ traits: new Set(['findings']) })).toEqual(['b']);
    expect(ids({ traits: new Set(['live', 'findings']) })).toEqual([]);
  });
});
