import {
  appendFileSync,
  mkdirSync,
  statSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homePaths } from '../../src/log/home.ts';
import { record } from '../../src/signer/recording.ts';
import { Vault } from '../../src/vault/vault.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { contentsOf, recordsOf } from './inline-recording.ts';
import {
  file,
  folder,
  gaps,
  kinds,
  lines,
  place,
  prompt,
  recordAll,
  SESSION,
  useOneFile,
} from './one-file-stand.ts';

useOneFile();

/** One recording, at whose end every run is closed. */
const recordAndClose = () =>
  record({
    ...{ home: place.home, paths: [file], follow: false, idleMs: 0 },
    ...{ signal: new AbortController().signal, onProgress: () => {}, onNotice: () => {} },
  });

describe('a recording of one file', () => {
  it('commits to each physical line with its newline, in byte ranges that tile the file', async () => {
    const text = prompt(1) + prompt(2).replace('\n', '\r\n') + prompt(3, '\u2028 é 漢');
    writeFileSync(file, text);
    await recordAll();
    const contents = contentsOf(place.home);
    const bytes = lines().map((line) => contents(String(line.commitment))!);
    expect(Buffer.concat(bytes).toString()).toBe(text);
    let end = 0;
    for (const line of lines()) {
      expect(line.offset).toBe(end);
      end += Number(line.bytes);
    }
  });

  it('adds nothing when it is done again on unchanged files', async () => {
    writeFileSync(file, prompt(1));
    await recordAll();
    const before = kinds();
    await recordAll();
    expect(kinds()).toEqual(before);
  });

  it('goes on behind what is recorded when the file has grown', async () => {
    writeFileSync(file, prompt(1));
    await recordAll();
    appendFileSync(file, prompt(2));
    await recordAll();
    expect(lines().map(({ line }) => line)).toEqual([0, 1]);
    expect(kinds().filter((kind) => kind === 'transcript.opened')).toHaveLength(1);
  });

  it('keeps a tail without newline once, and records the line when it is whole', async () => {
    writeFileSync(file, prompt(1) + prompt(2).slice(0, 40));
    await recordAll();
    await recordAll();
    expect(kinds().filter((kind) => kind === 'transcript.checked')).toHaveLength(1);
    appendFileSync(file, prompt(2).slice(40));
    await recordAll();
    expect(lines().map(({ line }) => line)).toEqual([0, 1]);
    expect(gaps()).toEqual([]);
  });

  it('says so when the tail that waited is another when its newline comes', async () => {
    writeFileSync(file, prompt(1) + prompt(2).slice(0, 40));
    await recordAll();
    writeFileSync(file, prompt(1) + prompt(2).replace('"user"', '"usra"'));
    await recordAll();
    expect(gaps()).toMatchObject([{ gap: 'transcript_rewritten', line: 1, offset: prompt(1).length }]);
  });

  it('says so when the tail that waited was cut', async () => {
    writeFileSync(file, prompt(1) + prompt(2).slice(0, 40));
    await recordAll();
    writeFileSync(file, prompt(1) + prompt(2).slice(0, 20));
    await recordAll();
    expect(gaps()).toMatchObject([{ gap: 'transcript_truncated', line: 1, offset: prompt(1).length }]);
  });

  it('says so once when the tail that waited was cut away, and takes what comes then', async () => {
    writeFileSync(file, prompt(1) + prompt(2).slice(0, 40));
    await recordAll();
    truncateSync(file, prompt(1).length);
    await recordAll();
    await recordAll();
    appendFileSync(file, prompt(3));
    await recordAll();
    const end = prompt(1).length;
    expect(gaps()).toMatchObject([{ gap: 'transcript_truncated', line: 1, offset: end, end: end + 40 }]);
    expect(lines().map(({ line }) => line)).toEqual([0, 1]);
  });

  it('says so when the tail that waited at the end of a closed run was cut away', async () => {
    writeFileSync(file, prompt(1) + prompt(2).slice(0, 40));
    await recordAndClose();
    truncateSync(file, prompt(1).length);
    await recordAndClose();
    await recordAndClose();
    expect(gaps()).toMatchObject([
      { gap: 'transcript_truncated', line: 1, offset: prompt(1).length, run: expect.any(String) },
    ]);
  });

  it('compares the tail that waited in a closed run with what goes on in the next part', async () => {
    writeFileSync(file, prompt(1) + prompt(2).slice(0, 40));
    await recordAndClose();
    writeFileSync(file, prompt(1) + prompt(2));
    await recordAndClose();
    expect(gaps()).toEqual([]);
    writeFileSync(file, prompt(1) + prompt(2) + prompt(3).slice(0, 40));
    await recordAndClose();
    writeFileSync(file, prompt(1) + prompt(2) + prompt(3).replace('"user"', '"usra"'));
    await recordAndClose();
    expect(gaps()).toMatchObject([
      { gap: 'transcript_rewritten', line: 2, offset: prompt(1).length + prompt(2).length },
    ]);
  });

  it('begins a new generation where one byte was changed in place and the time put back', async () => {
    writeFileSync(file, prompt(1) + prompt(2));
    const { atime, mtime } = statSync(file);
    await recordAll();
    writeFileSync(file, (prompt(1) + prompt(2)).replace('prompt 1', 'prompt 9'));
    utimesSync(file, atime, mtime);
    // The line that says something else is a prompt of its own, though its id was seen before.
    expect(await recordAll()).toMatchObject({ copies: 1, prompts: 1 });
    expect(gaps()).toMatchObject([{ gap: 'transcript_rewritten', generation: 0, line: 0, offset: 0 }]);
    expect(lines().map(({ generation, line }) => [generation, line])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    expect(lines().map(({ copy }) => (copy as { equal?: boolean } | undefined)?.equal)).toEqual([
      undefined,
      undefined,
      false,
      true,
    ]);
  });

  it('says at which line, in each generation, however the lines behind it moved', async () => {
    writeFileSync(file, prompt(1) + prompt(2) + prompt(3));
    await recordAll();
    const longer = prompt(1) + prompt(2, 'another and longer one') + prompt(3);
    writeFileSync(file, longer);
    await recordAll();
    writeFileSync(file, longer.replace('prompt 3', 'prompt 4'));
    await recordAll();
    writeFileSync(file, (longer + prompt(5)).replace('prompt 1', 'prompt 7'));
    await recordAll();
    expect(gaps()).toMatchObject([
      { gap: 'transcript_rewritten', generation: 0, line: 1, offset: prompt(1).length },
      {
        ...{ gap: 'transcript_rewritten', generation: 1, line: 2 },
        offset: longer.length - prompt(3).length,
      },
      { gap: 'transcript_rewritten', generation: 2, line: 0, offset: 0 },
    ]);
  });

  it('says at which line also where an earlier part of the session recorded it', async () => {
    const text = [1, 2, 3, 4, 5].map((n) => prompt(n));
    writeFileSync(file, text.slice(0, 3).join(''));
    await recordAndClose();
    writeFileSync(file, text.join(''));
    await recordAndClose();
    writeFileSync(file, text.join('').replace('prompt 2', 'prompt 9'));
    await recordAll();
    expect(gaps()).toMatchObject([{ gap: 'transcript_rewritten', line: 1, offset: text[0]!.length }]);
  });

  it('says rewritten where a cut file was changed before the cut, too', async () => {
    writeFileSync(file, prompt(1) + prompt(2) + prompt(3));
    await recordAll();
    writeFileSync(file, prompt(1).replace('prompt 1', 'prompt 9') + prompt(2));
    await recordAll();
    expect(gaps()).toMatchObject([{ gap: 'transcript_rewritten', line: 0, offset: 0 }]);
  });

  it('begins a new generation where the file was cut, and says how much is left', async () => {
    writeFileSync(file, prompt(1) + prompt(2) + prompt(3));
    await recordAll();
    truncateSync(file, prompt(1).length);
    await recordAll();
    expect(gaps()).toMatchObject([
      { gap: 'transcript_truncated', line: 1, offset: prompt(1).length, end: prompt(1).length * 3 },
    ]);
  });

  it('says rewritten, not truncated, where the file was replaced by a larger one', async () => {
    writeFileSync(file, prompt(1) + prompt(2));
    await recordAll();
    writeFileSync(file, prompt(7) + prompt(8) + prompt(9));
    await recordAll();
    expect(gaps()).toMatchObject([{ gap: 'transcript_rewritten', offset: 0 }]);
  });

  it('accuses nobody where a tail of more than 1 MiB only grew', async () => {
    const long = prompt(2, 'x'.repeat(1_500_000));
    writeFileSync(file, prompt(1) + long.slice(0, 500_000));
    await recordAll();
    writeFileSync(file, prompt(1) + long.slice(0, 1_200_000));
    await recordAll();
    writeFileSync(file, prompt(1) + long);
    expect(await recordAll()).toMatchObject({ lines: 1 });
    expect(gaps()).toEqual([]);
  });

  it('says so when such a tail was changed before it grew', async () => {
    const long = prompt(2, 'x'.repeat(1_500_000));
    writeFileSync(file, prompt(1) + long.slice(0, 500_000));
    await recordAll();
    const changed = long.replace('xxx', 'yxx');
    writeFileSync(file, prompt(1) + changed.slice(0, 1_200_000));
    await recordAll();
    writeFileSync(file, prompt(1) + changed);
    await recordAll();
    expect(gaps()).toMatchObject([{ gap: 'transcript_rewritten', line: 1, offset: prompt(1).length }]);
  });

  it('compares such a tail with its line when that is too long to hold', async () => {
    const long = prompt(2, 'x'.repeat(9 * 2 ** 20));
    writeFileSync(file, prompt(1) + long.slice(0, 1_500_000));
    await recordAll();
    writeFileSync(file, prompt(1) + long);
    expect(await recordAll()).toMatchObject({ lines: 1 });
    expect(gaps()).toEqual([]);
    writeFileSync(file, prompt(1) + long + long.slice(0, 1_500_000));
    await recordAll();
    writeFileSync(file, prompt(1) + long + long.replace('xxx', 'yxx'));
    await recordAll();
    expect(gaps()).toMatchObject([
      { gap: 'transcript_rewritten', line: 2, offset: prompt(1).length + long.length },
    ]);
  });

  it('says so when such a tail was changed and is as long as before', async () => {
    const long = prompt(2, 'x'.repeat(2_000_000));
    writeFileSync(file, prompt(1) + long.slice(0, 1_500_000));
    await recordAll();
    writeFileSync(file, prompt(1) + long.replace('xxx', 'yxx').slice(0, 1_500_000));
    await recordAll();
    await recordAll();
    expect(gaps()).toMatchObject([{ gap: 'transcript_rewritten', line: 1, offset: prompt(1).length }]);
  });

  describe('where the key of a run was erased', () => {
    const other = '22222222-2222-4222-8222-222222222222';
    const eraseKey = async () => {
      const opened = recordsOf(place.home).find(({ kind }) => kind === 'run.opened')!;
      const vault = await Vault.open({ vault: homePaths(place.home).vault, clock: Date.now });
      await vault.erase(new Set([(opened.data.key as { commitment: string }).commitment]));
      await vault.close();
    };

    it.each([
      ['open', recordAll],
      ['closed', recordAndClose],
    ])('goes on in the next part from line 0, and says why: %s run', async (_word, recordBefore) => {
      writeFileSync(file, prompt(1));
      await recordBefore();
      await eraseKey();
      appendFileSync(file, prompt(3));
      await recordAll();
      await recordAll();
      appendFileSync(file, prompt(4));
      await recordAll();
      expect(gaps()).toMatchObject([{ gap: 'transcript_unreadable', why: 'key_gone', generation: 0 }]);
      expect(lines().map(({ generation, line }) => [generation, line])).toEqual([
        [0, 0],
        [1, 0],
        [1, 1],
        [1, 2],
      ]);
      const runs = recordsOf(place.home).filter(({ kind }) => /^run\.(opened|closed)$/.test(kind));
      expect(runs.map(({ kind }) => kind)).toEqual(['run.opened', 'run.closed', 'run.opened']);
      expect(runs[2]!.data).toMatchObject({ part: 1, from: { run: runs[0]!.run!.id, why: 'later' } });
      const report = await verifyHomeFolder({ home: place.home });
      expect(report.breaks).toEqual([]);
    });

    it('goes on with the other sessions, and takes new files of that one', async () => {
      const otherFile = join(folder, `${other}.jsonl`);
      writeFileSync(file, prompt(1));
      writeFileSync(otherFile, prompt(2, 'two', other));
      await recordAll();
      await eraseKey();
      unlinkSync(file);
      appendFileSync(otherFile, prompt(4, 'four', other));
      mkdirSync(join(folder, SESSION, 'subagents'), { recursive: true });
      const agent = prompt(5).replace('{', '{"isSidechain":true,"agentId":"a1b2c3d",');
      writeFileSync(join(folder, SESSION, 'subagents', 'agent-a1b2c3d.jsonl'), agent);
      await recordAll();
      expect(lines()).toHaveLength(4);
    });
  });
});
