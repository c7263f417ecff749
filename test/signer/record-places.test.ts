import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { record } from '../../src/signer/recording.ts';
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

describe('a file that goes, moves or comes again', () => {
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
