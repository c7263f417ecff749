import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import { RUN, wordOf } from '../verify/made-home.ts';
import { bundleOf, busyHome, disclosing, OTHER, verifyText } from './made-bundle.ts';

const linesOf = (bundle: string) => bundle.split('\n').slice(0, -1);
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

async function disclosedBundle(): Promise<string> {
  const home = busyHome();
  return bundleOf(
    home,
    RUN,
    disclosing(home.log, (path) => path === '' || path === 'parts.0.body'),
  );
}

describe('a changed bundle', () => {
  it('is never valid with a flipped bit, wherever it lies', async () => {
    const bytes = toUtf8(await disclosedBundle());
    const property = fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
      const copy = Uint8Array.from(bytes);
      copy[at] = copy[at]! ^ (1 << bit);
      expect(wordOf(await verifyText(copy))).not.toBe('VALID');
    });
    await fc.assert(property, { numRuns: 250 });
  });

  it('is never valid with a byte removed, doubled or inserted', async () => {
    const bytes = toUtf8(await disclosedBundle());
    const property = fc.asyncProperty(
      fc.nat(bytes.length - 1),
      fc.nat(255),
      fc.nat(2),
      async (at, byte, how) => {
        const changed = Buffer.concat([
          bytes.subarray(0, at),
          how === 0 ? Buffer.alloc(0) : how === 1 ? bytes.subarray(at, at + 1) : Buffer.of(byte),
          bytes.subarray(how === 0 ? at + 1 : at),
        ]);
        expect(wordOf(await verifyText(changed))).not.toBe('VALID');
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });

  it('is never valid with a line removed, doubled, swapped or put elsewhere, and says at which byte', async () => {
    const lines = linesOf(await disclosedBundle());
    for (let i = 0; i < lines.length - 1; i++) {
      const before = lines.slice(0, i);
      const [one, two] = [lines[i]!, lines[i + 1]!];
      const rest = lines.slice(i + 2);
      for (const changed of [
        [...before, two, ...rest],
        [...before, one, one, two, ...rest],
        [...before, two, one, ...rest],
      ]) {
        const report = await verifyText(textOf(changed));
        if (i > 0 && wordOf(report) === 'UNKNOWN-KEY') continue;
        if (wordOf(report) === 'NO-SIGNATURE') continue;
        expect(`${i} ${wordOf(report)}`).toMatch(/TAMPERED|TRUNCATED/);
        expect(report.breaks.length).toBeGreaterThan(0);
      }
    }
  });

  it('is truncated wherever it is cut', async () => {
    const bytes = toUtf8(await disclosedBundle());
    for (let size = 0; size < bytes.length; size += 89) {
      expect(wordOf(await verifyText(bytes.slice(0, size)))).toContain('TRUNCATED');
    }
    expect(wordOf(await verifyText(bytes.slice(0, -1)))).toContain('TRUNCATED');
  });

  it('of an open run without its last records is not valid, its first line corrected or not', async () => {
    const lines = linesOf(await bundleOf(busyHome(), OTHER));
    const records = lines.filter((line) => line.includes('"kind":"record"'));
    const cut = lines.filter((line) => line !== records.at(-1));
    expect(wordOf(await verifyText(textOf(cut)))).toContain('TAMPERED');
    const seqOf = (line: string) => Number(/\\"seq\\":(\d+),\\"source/.exec(line)![1]);
    const first = cut[0]!
      .replace(`"last":${seqOf(records.at(-1)!)}`, `"last":${seqOf(records.at(-2)!)}`)
      .replace(`"records":${records.length}`, `"records":${records.length - 1}`);
    const proof = cut.map((line) =>
      line.includes('"kind":"proof"')
        ? line.replace(/"index":\d+/, `"index":${seqOf(records.at(-2)!)}`)
        : line,
    );
    expect(wordOf(await verifyText(textOf([first, ...proof.slice(1)])))).toContain('TAMPERED');
  });

  it('takes any bytes without throwing', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.oneof(fc.string(), fc.json()), { maxLength: 8 }),
      async (lines) => {
        expect(wordOf(await verifyText(textOf(lines)))).not.toBe('VALID');
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });

  it('with a line beyond its limit is read on in bounded memory', async () => {
    const lines = linesOf(await disclosedBundle());
    const long = [...lines.slice(0, 2), 'x'.repeat(5_000_000), ...lines.slice(2)];
    const report = await verifyText(textOf(long));
    expect(report.breaks[0]!.what).toContain('line 3: expected at most 2097152 bytes');
  });
});
