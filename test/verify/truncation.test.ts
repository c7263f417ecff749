import { describe, expect, it } from 'vitest';
import { RunMaker } from '../bench/make-log.ts';
import { FIRST, seenInMemory, smallHome, verifyFiles, wordOf } from './made-home.ts';

describe('a log that ends too early', () => {
  it('is truncated wherever its signed end is cut, at any byte (SOTA-skills 74)', async () => {
    const home = smallHome();
    const bytes = home.files.get(FIRST)!;
    for (let size = 0; size < bytes.length; size += size < bytes.length - 200 ? 97 : 1) {
      const report = await verifyFiles(new Map(home.files).set(FIRST, bytes.slice(0, size)));
      const whole = bytes.subarray(0, size).filter((byte) => byte === 10).length;
      expect(wordOf(report)).toBe(`TRUNCATED at record ${whole}`);
    }
  });

  it('cannot be told where no checkpoint was seen, and that is said (agent-trace 143)', async () => {
    const first = await verifyFiles(smallHome().files);
    expect(first.verdicts[0]!.basis.join()).toContain('tail truncation cannot be excluded');
    const seen = seenInMemory();
    const home = smallHome();
    await verifyFiles(home.files, { seen });
    const again = await verifyFiles(home.files, { seen });
    expect(again.verdicts[0]!.basis.join()).not.toContain('cannot be excluded');
  });

  it('is torn, with a warning and the byte, where what is cut was not signed yet', async () => {
    const home = smallHome();
    const signed = home.files.get(FIRST)!.length;
    new RunMaker(home.log, 'aaaaaaaaaaaaaaaa');
    home.log.flush();
    const bytes = home.files.get(FIRST)!;
    for (let size = signed + 1; size < bytes.length; size += 31) {
      if (bytes[size - 1] === 10) continue;
      const report = await verifyFiles(new Map(home.files).set(FIRST, bytes.slice(0, size)));
      const start = bytes.subarray(0, size).lastIndexOf(10) + 1;
      expect(wordOf(report)).toMatch(/^VALID TO HEAD 15 \([01] unsigned\)$/);
      expect(report.verdicts[0]!.warnings.join()).toContain(`byte ${start} of`);
      expect(report.breaks[0]).toMatchObject({ kind: 'tail', offset: start });
    }
  });

  it('is torn where power loss left garbage with newlines after the signed end', async () => {
    const home = smallHome();
    const garbage = Buffer.concat([Buffer.alloc(700), Buffer.from('\n\n{"half":1}\n'), Buffer.alloc(90)]);
    home.files.set(FIRST, Buffer.concat([home.files.get(FIRST)!, garbage]));
    const report = await verifyFiles(home.files);
    expect(wordOf(report)).toBe('VALID TO HEAD 15 (0 unsigned)');
    expect(report.verdicts[0]!.warnings.join()).toContain('torn end: at record 15');
  });

  it('is tampered with, not torn, where records still follow the break in the unsigned head', async () => {
    const home = smallHome();
    const run = new RunMaker(home.log, 'aaaaaaaaaaaaaaaa');
    run.line();
    home.log.flush();
    const lines = home.lines();
    home.setLines(lines.map((line, i) => (i === 16 ? line.replace('{', '[') : line)));
    expect(wordOf(await verifyFiles(home.files))).toContain('TAMPERED at record 16,');
  });
});
