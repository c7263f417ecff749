import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { homePaths } from '../../src/log/home.ts';
import type { LogRecord } from '../../src/model/record.ts';
import { record } from '../../src/signer/recording.ts';
import { Vault } from '../../src/vault/vault.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { contentsOf, recordInline, recordsOf, scratch } from './inline-recording.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';

let place: ReturnType<typeof scratch>;
let folder: string;
let file: string;
beforeEach(() => {
  place = scratch();
  folder = join(place.dir, 'projects', 'p');
  mkdirSync(folder, { recursive: true });
  file = join(folder, `${SESSION}.jsonl`);
});
afterEach(() => place.remove());

function prompt(n: number, text = `prompt ${n}`, session = SESSION): string {
  const uuid = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return `${JSON.stringify({ parentUuid: null, type: 'user', message: { role: 'user', content: text }, uuid, timestamp: '2026-11-30T10:00:00.000Z', sessionId: session, version: '2.1.332' })}\n`;
}

function kinds(): string[] {
  return recordsOf(place.home).map(({ kind }) => kind);
}

function gaps(): LogRecord['data'][] {
  return recordsOf(place.home).flatMap(({ kind, data }) => (kind === 'gap' ? [data] : []));
}

function lines(): LogRecord['data'][] {
  return recordsOf(place.home).flatMap(({ kind, data }) =>
    kind === 'transcript.line' || kind === 'model.exchange' ? [data] : [],
  );
}

const recordAll = () => recordInline(place.home, [join(place.dir, 'projects')]);

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

  it('records a deletion once, in the open run', async () => {
    writeFileSync(file, prompt(1));
    await recordAll();
    unlinkSync(file);
    const options = {
      home: place.home,
      paths: [join(place.dir, 'projects')],
      follow: false,
      idleMs: 3_600_000,
    };
    await record({
      ...options,
      signal: new AbortController().signal,
      onProgress: () => {},
      onNotice: () => {},
    });
    await record({
      ...options,
      signal: new AbortController().signal,
      onProgress: () => {},
      onNotice: () => {},
    });
    expect(gaps()).toMatchObject([{ gap: 'transcript_deleted', line: 1 }]);
  });

  it('knows a moved file again', async () => {
    writeFileSync(file, prompt(1));
    await recordAll();
    mkdirSync(join(folder, 'archived'));
    renameSync(file, join(folder, 'archived', `${SESSION}.jsonl`));
    appendFileSync(join(folder, 'archived', `${SESSION}.jsonl`), prompt(2));
    await recordAll();
    expect(gaps()).toEqual([]);
    expect(lines().map(({ transcript, line }) => [transcript, line])).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(kinds().filter((kind) => kind === 'transcript.opened')).toHaveLength(2);
  });

  it('takes a file in another place with the same lines for copies', async () => {
    writeFileSync(file, prompt(1) + prompt(2));
    const other = join(folder, '22222222-2222-4222-8222-222222222222.jsonl');
    writeFileSync(
      other,
      (prompt(1) + prompt(2)).replaceAll(SESSION, '22222222-2222-4222-8222-222222222222') +
        prompt(3, 'new', '22222222-2222-4222-8222-222222222222'),
    );
    const tally = await recordAll();
    expect(tally).toMatchObject({ lines: 5, copies: 2, prompts: 3 });
    expect(lines().map(({ copy }) => (copy as { equal?: boolean } | undefined)?.equal)).toEqual([
      undefined,
      undefined,
      true,
      true,
      undefined,
    ]);
  });

  it('opens a later part, which names the part before, for what comes after a run was closed', async () => {
    writeFileSync(file, prompt(1));
    const options = {
      home: place.home,
      paths: [file],
      follow: false,
      idleMs: 0,
      signal: new AbortController().signal,
      onProgress: () => {},
      onNotice: () => {},
    };
    await record(options);
    await record(options);
    appendFileSync(file, prompt(2));
    await record(options);
    const runs = recordsOf(place.home).filter(({ kind }) => kind.startsWith('run.'));
    expect(runs.map(({ kind }) => kind)).toEqual(['run.opened', 'run.closed', 'run.opened', 'run.closed']);
    expect(runs[2]!.data).toMatchObject({ part: 1, from: { run: runs[0]!.run!.id, why: 'later' } });
    expect(runs[1]!.data.last).toBe(runs[1]!.run!.seq);
    expect(lines().map(({ line }) => line)).toEqual([0, 1]);
  });
});

describe('what stands where a transcript should', () => {
  it('is recorded as unreadable, once, when it is a link or a folder', async () => {
    writeFileSync(join(place.dir, 'elsewhere.jsonl'), prompt(1));
    symlinkSync(join(place.dir, 'elsewhere.jsonl'), file);
    mkdirSync(join(folder, 'x.jsonl'));
    writeFileSync(join(folder, 'y.jsonl'), '');
    expect((await recordAll()).lines).toBe(0);
    await recordAll();
    expect(gaps()).toMatchObject([{ gap: 'transcript_unreadable', why: 'symlink' }]);
  });

  it('is passed over when it is empty, a folder or no transcript', async () => {
    writeFileSync(file, '');
    mkdirSync(join(folder, 'x.jsonl'));
    writeFileSync(join(folder, 'notes.jsonl'), '{"a":1}\n');
    expect(await recordAll()).toMatchObject({ lines: 0 });
    expect(kinds()).toEqual(['log.opened']);
  });

  it('never keeps its neighbours from being read', async () => {
    writeFileSync(join(folder, 'a.jsonl'), Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    writeFileSync(file, prompt(1));
    expect(await recordAll()).toMatchObject({ lines: 1 });
  });
});

describe.skipIf(spawnSync('zstd', ['--version']).status !== 0)('an archive', () => {
  const pack = (text: string, damage = 0) => {
    const { stdout } = spawnSync('zstd', ['-c', '-q', '--check'], { input: text });
    stdout[stdout.length - 1]! ^= damage;
    writeFileSync(`${file}.zst`, stdout);
  };

  it('whose content does not fit its checksum is recorded, and a gap says so once', async () => {
    pack(prompt(1) + prompt(2), 1);
    await recordAll();
    await recordAll();
    expect(lines()).toHaveLength(2);
    expect(gaps()).toMatchObject([{ gap: 'transcript_unreadable', why: 'bad_archive' }]);
  });

  it('that is damaged where it is recorded is not called rewritten, and goes on when it is whole', async () => {
    pack(prompt(1) + prompt(2));
    await recordAll();
    writeFileSync(`${file}.zst`, readFileSync(`${file}.zst`).subarray(0, -40));
    await recordAll();
    pack(prompt(1) + prompt(2) + prompt(3));
    await recordAll();
    expect(gaps()).toMatchObject([{ gap: 'transcript_unreadable', why: 'bad_archive' }]);
    expect(lines().map(({ generation, line }) => [generation, line])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
  });
});

describe('lines that cannot be read as they are', () => {
  it('are recorded with their bytes, marked, and do not shorten the session', async () => {
    const cut = `${prompt(3).slice(0, 60)}\n`;
    const nul = `${'\0'.repeat(300)}\n`;
    const spliced = prompt(4).slice(0, 40) + prompt(5);
    writeFileSync(file, `\ufeff${prompt(1)}${prompt(2)}${cut}${nul}${spliced}${prompt(6)}`);
    expect(await recordAll()).toMatchObject({ lines: 6, prompts: 4, unparsed: 1 });
    expect(lines().map(({ form }) => form)).toEqual(['json', 'json', 'unparsed', 'nul', 'spliced', 'json']);
    expect(lines()[0]!.notes).toEqual(['bom']);
    expect(
      Buffer.concat(lines().map(({ commitment }) => contentsOf(place.home)(String(commitment))!)),
    ).toEqual(readFileSync(file));
  });

  it('are kept whole when they are longer than 8 MiB', async () => {
    const long = prompt(2, 'x'.repeat(9 * 2 ** 20));
    writeFileSync(file, prompt(1) + long + prompt(3));
    expect(await recordAll()).toMatchObject({ lines: 3, prompts: 2 });
    const kept = contentsOf(place.home)(String(lines()[1]!.commitment))!;
    expect(Buffer.from(kept).equals(Buffer.from(long))).toBe(true);
    expect(lines()[1]).toMatchObject({ form: 'oversize', bytes: long.length });
  });
});
