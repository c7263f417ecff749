import { describe, expect, it } from 'vitest';
import { exitOf } from '../../src/verify/report.ts';
import type { VerifyReport } from '../../src/verify/verdict.ts';
import { type MadeHome, smallHome, verifyFiles, wordOf } from './made-home.ts';

const exit = (report: VerifyReport) => exitOf(report, { strict: false });

/** The home with another `v` in the records that `at` picks, nothing signed anew. */
const withVersion = (home: MadeHome, v: string, at: (seq: number) => boolean) => {
  const changed = (line: string) => line.replace(/"v":2\}$/, `"v":${v}}`);
  home.setLines(home.lines().map((line, seq) => (at(seq) ? changed(line) : line)));
  return home.files;
};

describe('the version of a record', () => {
  it.each(['3', '6', '9007199254740991'])('changed to %s is tampering at each record', async (v) => {
    const count = smallHome().lines().length;
    for (let seq = 0; seq < count; seq++) {
      const report = await verifyFiles(withVersion(smallHome(), v, (one) => one === seq));
      expect(exit(report)).toBe(1);
      expect(report.breaks.length).toBe(1);
      // No record follows the last one: there the signed root tells, from the checkpoint before it.
      if (seq === count - 1) expect(wordOf(report)).toContain('TAMPERED');
      else expect(wordOf(report)).toContain(`TAMPERED at record ${seq},`);
    }
  });

  it.each(['0', '1', '-1', '"2"', 'null', '2.5'])('that cannot be, %s, is tampering there', async (v) => {
    for (const seq of [0, 5, smallHome().lines().length - 1]) {
      const report = await verifyFiles(withVersion(smallHome(), v, (one) => one === seq));
      expect(exit(report)).toBe(1);
      expect(wordOf(report)).toContain(`TAMPERED at record ${seq},`);
      expect(report.breaks[0]).toMatchObject({ kind: 'line', seq });
    }
  });

  it('newer from the first record on is not judged, whoever signed', async () => {
    const report = await verifyFiles(withVersion(smallHome(), '3', () => true));
    expect(wordOf(report)).toBe('CANNOT JUDGE');
    expect(wordOf(report, 'authorship')).toBe('CANNOT TELL');
    expect(report.breaks).toEqual([]);
    expect(exit(report)).toBe(2);
  });

  it('newer in a log that was signed so is not judged', async () => {
    const home = smallHome();
    home.log.version = 3;
    home.log.add({ kind: 'gap', source: 'signer', data: { gap: 'tailer_lost', assurance: 'dev' } });
    home.log.version = 2;
    home.log.add({ kind: 'gap', source: 'signer', data: { gap: 'tailer_lost', assurance: 'dev' } });
    home.log.checkpoint();
    const report = await verifyFiles(home.files);
    expect(wordOf(report)).toBe('CANNOT JUDGE');
    expect(exit(report)).toBe(2);
  });
});
