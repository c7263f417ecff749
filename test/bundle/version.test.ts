import { describe, expect, it } from 'vitest';
import { TreeNodes } from '../../src/bundle/tree-nodes.ts';
import { canonicalize } from '../../src/bytes/canonical.ts';
import { toHex } from '../../src/bytes/hex.ts';
import { sameBytes, toUtf8 } from '../../src/bytes/utf8.ts';
import type { Json, JsonObject } from '../../src/model/record.ts';
import { leafHash } from '../../src/proof/record.ts';
import { exitOf } from '../../src/verify/report.ts';
import type { VerifyReport } from '../../src/verify/verdict.ts';
import { RunMaker } from '../bench/make-log.ts';
import { MadeHome, RUN, wordOf } from '../verify/made-home.ts';
import { verifyText } from './made-bundle.ts';

const exit = (report: VerifyReport) => exitOf(report, { strict: false });
const integrity = (report: VerifyReport) => report.verdicts.find(({ question }) => question === 'integrity')!;

/** A log of one run, with records of version 3 at these numbers: 1 opens the run, 3 to 8 are lines, 9 closes it, 10 is about it. */
function homeOf(newer: readonly number[]): MadeHome {
  const home = new MadeHome();
  const { log } = home;
  const add = log.add.bind(log);
  log.add = (draft) => {
    log.version = newer.includes(log.size) ? 3 : 2;
    return add(draft);
  };
  const run = new RunMaker(log, RUN);
  for (let i = 0; i < 6; i++) run.line();
  run.close();
  log.add({ kind: 'vault.erased', source: 'cli', data: { record: 5, fields: 1, why: 'person', run: RUN } });
  log.flush();
  return home;
}

type Made = { readonly lines: readonly string[]; readonly disclosed?: readonly number[] };

/** The bundle that a program of the newer version would write: our exporter refuses such a log. */
function bundleOf(home: MadeHome, { lines, disclosed = [] }: Made = { lines: home.lines() }): string {
  const note = new TextDecoder().decode(home.log.checkpoint());
  const size = lines.length;
  const nodes = new TreeNodes();
  nodes.wantRoot(size);
  const [first, last, late] = [1, size - 2, size - 1];
  for (const seq of [0, last, late]) nodes.wantProof(seq, size);
  const signed = home.log.lines;
  for (const line of signed) nodes.add(leafHash(toUtf8(line)));
  const hashes = (seq: number) => nodes.proof(seq, size).map(toHex);
  const held = disclosed.map((seq) => contentOf(home, lines[seq]!));
  const announced = (seq: number) =>
    disclosed.includes(seq) ? { disclosed: [contentOf(home, lines[seq]!).commitment] } : {};
  const root = toHex(nodes.root(size));
  const all: JsonObject[] = [
    {
      ...{ format: 'tracekit-bundle', version: 1, origin: home.log.origin, run: RUN, size, root },
      ...{ first, last, records: last, late: 1, base: 1 },
    },
    ...lines.slice(first, last + 1).map((line, i) => ({ kind: 'record', line, ...announced(first + i) })),
    { kind: 'proof', index: last, hashes: hashes(last) },
    { kind: 'late', line: lines[late]!, hashes: hashes(late) },
    { kind: 'base', line: lines[0]!, hashes: hashes(0) },
    { kind: 'checkpoint', note },
    ...held.flatMap(({ commitment, salt, bytes }): JsonObject[] => [
      { kind: 'content', commitment, salt: toHex(salt), bytes: bytes.length },
      { kind: 'piece', base64: Buffer.from(bytes).toString('base64') },
    ]),
    { kind: 'end', contents: held.length },
  ];
  return all.map((line) => `${canonicalize(line)}\n`).join('');
}

function contentOf(home: MadeHome, line: string) {
  const { commitment } = (JSON.parse(line) as { data: { commitment: string } }).data;
  return { commitment, ...home.log.contents.get(commitment)! };
}

/** The lines with a field of one record's data changed, nothing signed anew. */
function changed(home: MadeHome, seq: number): readonly string[] {
  return home.lines().map((line, i) => {
    if (i !== seq) return line;
    const record = JSON.parse(line) as { data: { [key: string]: Json } };
    record.data.at = 1;
    return canonicalize(record as Json);
  });
}

describe('a bundle with records of a newer version', () => {
  it.each([[1], [2], [5], [9], [10], [3, 4, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]])(
    'at %s and on is not judged, and says where they are',
    async (...newer: readonly number[]) => {
      const home = homeOf(newer);
      const report = await verifyText(bundleOf(home));
      expect(wordOf(report)).toBe('CANNOT JUDGE');
      expect(report.breaks).toEqual([]);
      expect(exit(report)).toBe(2);
      expect(wordOf(report, 'completeness')).toBe('CANNOT TELL');
      expect(wordOf(report, 'authorship')).toBe('FIRST SEEN');
      const { basis } = integrity(report);
      expect(basis[0]).toMatch(
        new RegExp(
          `^the record in line ${newer[0]! + 1 + (newer[0] === 10 ? 1 : 0)}, byte \\d+ of the bundle, is of version 3`,
        ),
      );
      expect(basis.filter((text) => text.includes('is of version 3')).length).toBe(newer.length);
    },
  );

  it.each([1, 2, 5, 9, 10])('is tampered where the newer one, record %i, was changed', async (seq) => {
    const home = homeOf([seq]);
    const report = await verifyText(bundleOf(home, { lines: changed(home, seq) }));
    expect(wordOf(report)).toContain('TAMPERED');
    expect(exit(report)).toBe(1);
  });

  it('is tampered where one of known version was changed', async () => {
    const home = homeOf([5]);
    for (const seq of [2, 4, 6, 9, 10]) {
      expect(wordOf(await verifyText(bundleOf(home, { lines: changed(home, seq) })))).toContain('TAMPERED');
    }
  });

  it('is tampered where one of them was changed that another one names', async () => {
    const home = homeOf([4, 5]);
    expect(wordOf(await verifyText(bundleOf(home, { lines: changed(home, 4) })))).toContain('TAMPERED');
  });

  it('is tampered where a version was changed to a newer one', async () => {
    const home = homeOf([]);
    for (let seq = 0; seq < home.lines().length; seq++) {
      const lines = home.lines().map((line, i) => (i === seq ? line.replace(/"v":2\}$/, '"v":3}') : line));
      const report = await verifyText(bundleOf(home, { lines }));
      expect(wordOf(report), `record ${seq}`).toContain('TAMPERED');
      expect(exit(report)).toBe(1);
    }
  });

  it('has its disclosed contents checked against their commitments', async () => {
    const home = homeOf([3]);
    const bundle = bundleOf(home, { lines: home.lines(), disclosed: [3, 4] });
    expect(wordOf(await verifyText(bundle))).toBe('CANNOT JUDGE');
    const { bytes } = contentOf(home, home.lines()[3]!);
    const other = bytes.map((byte) => byte ^ 1);
    expect(sameBytes(bytes, other)).toBe(false);
    const forged = bundle.replace(
      Buffer.from(bytes).toString('base64'),
      Buffer.from(other).toString('base64'),
    );
    expect(wordOf(await verifyText(forged))).toContain('TAMPERED');
  });

  it('is valid where none is newer', async () => {
    const home = homeOf([]);
    expect(wordOf(await verifyText(bundleOf(home)))).toBe('VALID');
  });
});
