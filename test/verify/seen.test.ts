import { describe, expect, it } from 'vitest';
import { RunMaker } from '../bench/make-log.ts';
import { type MadeHome, seenInMemory, smallHome, verifyFiles, wordOf } from './made-home.ts';

function grow(home: MadeHome, run = 'aaaaaaaaaaaaaaaa'): void {
  new RunMaker(home.log, run).close();
  home.log.checkpoint();
}

describe('the checkpoint that was seen', () => {
  it('is remembered after a good verdict and moves on with the log', async () => {
    const seen = seenInMemory();
    const home = smallHome();
    await verifyFiles(home.files, { seen });
    expect(seen.notes.get(home.log.origin)).toEqual(home.files.get('checkpoint'));
    grow(home);
    expect(wordOf(await verifyFiles(home.files, { seen }))).toBe('VALID');
    expect(seen.notes.get(home.log.origin)).toEqual(home.files.get('checkpoint'));
  });

  it('shows an older copy of the whole home that was put back, and stays', async () => {
    const seen = seenInMemory();
    const home = smallHome();
    const old = home.copyFiles();
    grow(home);
    await verifyFiles(home.files, { seen });
    expect(wordOf(await verifyFiles(old, { seen }))).toBe('ROLLED-BACK');
    expect(seen.notes.get(home.log.origin)).toEqual(home.files.get('checkpoint'));
  });

  it('shows a fork of the same size and one that grew beyond it', async () => {
    const seen = seenInMemory();
    const home = smallHome();
    const fork = smallHome();
    grow(home);
    await verifyFiles(home.files, { seen });
    grow(fork, 'bbbbbbbbbbbbbbbb');
    expect(wordOf(await verifyFiles(fork.files, { seen }))).toBe('FORKED');
    grow(fork, 'cccccccccccccccc');
    expect(wordOf(await verifyFiles(fork.files, { seen }))).toBe('FORKED');
  });

  it('shows a log made anew under the same origin with another key (SOTA-skills 74)', async () => {
    const seen = seenInMemory();
    await verifyFiles(smallHome().files, { seen });
    expect(wordOf(await verifyFiles(smallHome({ key: 'thief' }).files, { seen }))).toBe('FORKED');
  });

  it('is not written after a failure', async () => {
    const seen = seenInMemory();
    const home = smallHome();
    home.setLines(home.lines().slice(0, -1));
    await verifyFiles(home.files, { seen });
    expect(seen.notes.size).toBe(0);
  });

  it('serves where only the checkpoint file was put back, since the records are all there', async () => {
    const seen = seenInMemory();
    const home = smallHome();
    const old = home.files.get('checkpoint')!;
    grow(home);
    await verifyFiles(home.files, { seen });
    home.files.set('checkpoint', old);
    home.files.delete('checkpoints.ndjson');
    const report = await verifyFiles(home.files, { seen });
    expect([wordOf(report), report.signed]).toEqual(['VALID', home.log.size]);
  });

  it('warns where it cannot be read', async () => {
    const seen = seenInMemory();
    const home = smallHome();
    seen.notes.set(home.log.origin, Uint8Array.of(1, 2, 3));
    const report = await verifyFiles(home.files, { seen });
    expect(report.verdicts[0]!.warnings.join()).toContain('not compared');
  });
});
