import { describe, expect, it } from 'vitest';
import { fromUtf8, toUtf8 } from '../../src/bytes/utf8.ts';
import { RunMaker, testSigner } from '../bench/make-log.ts';
import { isSilent, MadeHome, smallHome, verifyFiles, wordOf } from './made-home.ts';

const ORIGIN = 'tracekit.local/0123456789abcdef';

describe('the signature of a log', () => {
  it('is missing without a checkpoint file, or with one that has no signature', async () => {
    const home = smallHome();
    const note = fromUtf8(home.files.get('checkpoint')!)!;
    const without = home.copyFiles();
    without.delete('checkpoint');
    expect(wordOf(await verifyFiles(without))).toBe('NO-SIGNATURE');
    home.files.set('checkpoint', toUtf8(note.slice(0, note.indexOf('\n\n') + 2)));
    expect(wordOf(await verifyFiles(home.files))).toBe('NO-SIGNATURE');
  });

  it('is by an unknown key where the log names another, and where a pinned key is another', async () => {
    const home = smallHome();
    const other = smallHome({ key: 'thief' });
    home.files.set('checkpoint', other.files.get('checkpoint')!);
    expect(wordOf(await verifyFiles(home.files))).toBe('UNKNOWN-KEY');
    const trusted = [testSigner('first key', ORIGIN).vkey];
    const report = await verifyFiles(other.files, { trusted });
    expect(wordOf(report)).toBe('UNKNOWN-KEY');
    expect(wordOf(report, 'authorship')).toBe('UNKNOWN-KEY');
  });

  it('is pinned by a trust file, and first seen with a warning without one', async () => {
    const home = smallHome();
    const trusted = [testSigner('first key', ORIGIN).vkey];
    expect(wordOf(await verifyFiles(home.files, { trusted }), 'authorship')).toBe('PINNED');
    const report = await verifyFiles(home.files);
    expect(report.verdicts.find(({ question }) => question === 'authorship')).toMatchObject({
      word: 'FIRST SEEN',
      standing: 'warning',
    });
  });

  it('never passes a changed byte of the checkpoint file in silence', async () => {
    const home = smallHome();
    const like = await verifyFiles(home.files);
    const bytes = home.files.get('checkpoint')!;
    for (let at = 0; at < bytes.length; at++) {
      const copy = Uint8Array.from(bytes);
      copy[at] = copy[at]! ^ (1 << (at % 8));
      const report = await verifyFiles(new Map(home.files).set('checkpoint', copy));
      expect(isSilent(report, like)).toBe(false);
      expect(wordOf(report)).not.toBe('VALID');
    }
  });

  it('is silent of a changed byte of checkpoints.ndjson only where nothing rests on it', async () => {
    const home = smallHome();
    const like = await verifyFiles(home.files);
    const bytes = home.files.get('checkpoints.ndjson')!;
    for (let at = 0; at < bytes.length; at++) {
      const copy = Uint8Array.from(bytes);
      copy[at] = copy[at]! ^ (1 << (at % 5));
      const report = await verifyFiles(new Map(home.files).set('checkpoints.ndjson', copy));
      if (!isSilent(report, like)) continue;
      // The label, the clock's time, and the signature of a root that the records themselves give.
      const before = Buffer.from(bytes.subarray(bytes.subarray(0, at).lastIndexOf(10) + 1, at + 1));
      expect(before.toString('latin1')).toMatch(/("why":"[^"]*|"time":"[^"]*|\\n\\n[^"]*)$/);
    }
  });

  it('follows a rotation that a checkpoint of both keys covers, from a key pinned before or after it', async () => {
    const home = smallHome();
    home.log.rotate('second key');
    new RunMaker(home.log, 'aaaaaaaaaaaaaaaa').close();
    home.log.checkpoint();
    expect(wordOf(await verifyFiles(home.files))).toBe('VALID');
    for (const word of ['first key', 'second key']) {
      const trusted = [testSigner(word, ORIGIN).vkey];
      const report = await verifyFiles(home.files, { trusted });
      expect([wordOf(report), wordOf(report, 'authorship')]).toEqual(['VALID', 'PINNED']);
    }
  });

  it('refuses a rotation that the key before did not sign', async () => {
    const home = smallHome();
    home.log.rotate('thief', false);
    home.log.checkpoint();
    expect(wordOf(await verifyFiles(home.files))).toBe('UNKNOWN-KEY');
    const trusted = [testSigner('first key', ORIGIN).vkey];
    expect(wordOf(await verifyFiles(home.files, { trusted }))).toBe('UNKNOWN-KEY');
  });

  it('refuses a checkpoint by a key that was rotated away', async () => {
    const home = smallHome();
    const old = home.log.signers;
    home.log.rotate('second key');
    new RunMaker(home.log, 'aaaaaaaaaaaaaaaa').close();
    home.log.signers = old;
    home.log.checkpoint();
    expect(wordOf(await verifyFiles(home.files))).toBe('UNKNOWN-KEY');
  });

  it('says how many records at the head are not signed yet', async () => {
    const home = smallHome();
    new RunMaker(home.log, 'aaaaaaaaaaaaaaaa').line();
    home.log.flush();
    expect(wordOf(await verifyFiles(home.files))).toBe('VALID TO HEAD 15 (3 unsigned)');
  });

  it('is forked where the same key signed another tree before', async () => {
    const home = smallHome();
    const twin = new MadeHome();
    const run = new RunMaker(twin.log, '1111111111111111');
    run.line();
    twin.log.checkpoint();
    const history = Buffer.concat([
      home.files.get('checkpoints.ndjson')!,
      twin.files.get('checkpoints.ndjson')!,
    ]);
    home.files.set('checkpoints.ndjson', history);
    expect(wordOf(await verifyFiles(home.files))).toBe('FORKED');
  });

  it('warns of a line of checkpoints.ndjson that is none, and of a wrong root that nobody signed', async () => {
    const home = smallHome();
    const text = fromUtf8(home.files.get('checkpoints.ndjson')!)!;
    const changed = text.replace(
      /(note":"[^\\]*\\n\d+\\n)(.)/,
      (_, head: string, c: string) => head + (c === 'A' ? 'B' : 'A'),
    );
    home.files.set('checkpoints.ndjson', toUtf8(`${changed}{"half`));
    const report = await verifyFiles(home.files);
    expect(wordOf(report)).toBe('VALID');
    expect(report.verdicts[0]!.warnings.length).toBe(2);
  });
});
