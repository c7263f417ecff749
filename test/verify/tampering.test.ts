import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import type { Break } from '../../src/verify/breaks.ts';
import { FIRST, MadeHome, smallHome, verifyFiles, wordOf } from './made-home.ts';

const flip = (bytes: Uint8Array, at: number, bit: number) => {
  const copy = Uint8Array.from(bytes);
  copy[at] = copy[at]! ^ (1 << bit);
  return copy;
};

/** A break at the record or beside it, or a span of records that begins before it. */
const covers = ({ seq, kind }: Break, record: number) =>
  Math.abs(seq - record) <= 1 || (kind === 'root' && seq <= record);

describe('a changed log', () => {
  it('is valid before it is changed', async () => {
    const report = await verifyFiles(smallHome().files);
    expect(wordOf(report)).toBe('VALID');
    expect(report.breakCount).toBe(0);
  });

  it('shows any flipped bit of a segment, at the record it is in or one beside it', async () => {
    const home = smallHome();
    const bytes = home.files.get(FIRST)!;
    const property = fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
      const report = await verifyFiles(new Map(home.files).set(FIRST, flip(bytes, at, bit)));
      const record = bytes.subarray(0, at).filter((byte) => byte === 10).length;
      expect(wordOf(report)).toMatch(/^(TAMPERED|TRUNCATED)/);
      expect(report.breaks.some((one) => covers(one, record))).toBe(true);
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it('names the record whose content was changed while its form stayed good', async () => {
    const home = smallHome();
    const lines = home.lines();
    for (let seq = 1; seq < lines.length - 2; seq++) {
      const changed = lines.map((line, i) => (i === seq ? line.replace(':00.', ':01.') : line));
      home.setLines(changed);
      const report = await verifyFiles(home.files);
      expect(wordOf(report)).toContain(`TAMPERED at record ${seq},`);
    }
  });

  it('shows a last record that was changed by the root, since no record follows it', async () => {
    const home = smallHome();
    const lines = home.lines();
    home.setLines(lines.map((line, i) => (i === lines.length - 1 ? line.replace(':00.', ':01.') : line)));
    const report = await verifyFiles(home.files);
    expect(wordOf(report)).toContain('TAMPERED');
    expect(report.breaks[0]).toMatchObject({ kind: 'root', seq: 10 });
  });

  it('shows a removed, doubled, swapped or inserted record with its number and byte', async () => {
    const home = smallHome();
    const lines = home.lines();
    const offsets = lines.map(
      (_, i) =>
        toUtf8(
          lines
            .slice(0, i)
            .map((line) => `${line}\n`)
            .join(''),
        ).length,
    );
    for (let i = 0; i < lines.length - 2; i++) {
      const [one, two] = [lines[i]!, lines[i + 1]!];
      const before = lines.slice(0, i);
      const rest = lines.slice(i + 2);
      const cases = [
        { changed: [...before, two, ...rest], at: i },
        { changed: [...before, one, one, two, ...rest], at: i + 1 },
        { changed: [...before, two, one, ...rest], at: i },
        { changed: [...before, one, lines.at(-1)!, two, ...rest], at: i + 1 },
      ];
      for (const { changed, at } of cases) {
        home.setLines(changed);
        const report = await verifyFiles(home.files);
        expect(wordOf(report)).toContain('TAMPERED');
        expect(report.breaks[0]).toMatchObject({ seq: at, offset: offsets[at] });
      }
    }
  });

  it('lists every break, not the first alone', async () => {
    const home = smallHome();
    const lines = home.lines();
    home.setLines(lines.map((line, i) => (i === 4 || i === 8 ? line.replace('{', '[') : line)));
    const report = await verifyFiles(home.files);
    expect(report.breaks.filter(({ kind }) => kind === 'line').map(({ seq }) => seq)).toEqual([4, 8]);
  });

  it('caps the list of breaks and counts the rest', async () => {
    const home = smallHome();
    home.setLines([...home.lines(), ...Array.from({ length: 700 }, () => home.lines()[1]!)]);
    const report = await verifyFiles(home.files);
    expect(report.breaks.length).toBe(500);
    expect(report.breakCount).toBeGreaterThan(700);
  });

  it('shows swapped, removed and misnamed segments (Aegis 173)', async () => {
    const home = smallHome({ segmentBytes: 2_000 });
    const names = [...home.files.keys()].filter((name) => name.startsWith('seg/')).sort();
    expect(names.length).toBeGreaterThan(3);
    const [first, second, third] = names as [string, string, string];
    const swapped = home.copyFiles();
    swapped.set(first, home.files.get(second)!).set(second, home.files.get(first)!);
    expect(wordOf(await verifyFiles(swapped))).toContain('TAMPERED at record 0,');
    const removed = home.copyFiles();
    removed.delete(second);
    const report = await verifyFiles(removed);
    expect(report.breaks[0]).toMatchObject({
      seq: Number.parseInt(second.slice(4), 10),
      file: third.slice(4),
      offset: 0,
    });
    const renamed = home.copyFiles();
    renamed.delete(second);
    renamed.set('seg/000000000099.ndjson', home.files.get(second)!);
    expect(wordOf(await verifyFiles(renamed))).toContain('TAMPERED');
    const last = home.copyFiles();
    last.delete(names.at(-1)!);
    expect(wordOf(await verifyFiles(last))).toBe(
      `TRUNCATED at record ${Number.parseInt(names.at(-1)!.slice(4), 10)}`,
    );
  });

  it('fails a record whose schema is broken though all hashes fit', async () => {
    const home = new MadeHome();
    home.log.add({
      kind: 'gap',
      source: 'signer',
      data: { gap: 'tailer_lost', assurance: 'dev', surprise: 1 },
    });
    home.log.checkpoint();
    const report = await verifyFiles(home.files);
    expect(wordOf(report)).toContain('TAMPERED at record 1,');
    expect(report.breaks[0]!.what).toContain('unknown field "surprise"');
  });

  it('takes any bytes without throwing', async () => {
    const home = smallHome();
    home.files.delete('checkpoints.ndjson');
    const property = fc.asyncProperty(
      fc.uint8Array({ maxLength: 3_000 }),
      fc.constantFrom(...home.files.keys()),
      async (junk, name) => {
        const report = await verifyFiles(new Map(home.files).set(name, junk));
        expect(wordOf(report)).not.toBe('VALID');
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});
