import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Follower } from '../../tailers/follow.ts';
import { resumeFollower } from '../../tailers/resume.ts';
import { freshFolder, polled, wholeOf } from './follow-folder.ts';

const LINES = Array.from({ length: 5000 }, (_, i) => `{"n":${i},"text":"${'word '.repeat(i % 50)}"}\n`);
const hasZstd = spawnSync('zstd', ['--version']).status === 0;
const captured = '../shared/captures/codex/compression/transcript';

/** One raw block a frame (RFC 8878 §3.1.1): an archive without a compressor. */
function rawFrame(content: Buffer): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  const word = 1 | (0 << 1) | (content.length << 3);
  return Buffer.concat([header, Buffer.from([word & 255, (word >> 8) & 255, word >> 16]), content]);
}

/** A frame of RLE blocks of 128 KiB each: 4 bytes in, 131,072 out. */
function bomb(blocks: number): Buffer {
  const block = (last: number) => {
    const word = last | (1 << 1) | (131_072 << 3);
    return Buffer.from([word & 255, (word >> 8) & 255, word >> 16, 0x61]);
  };
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  return Buffer.concat([header, ...Array.from({ length: blocks - 1 }, () => block(0)), block(1)]);
}

function archive(bytes: Buffer): string {
  const path = join(freshFolder(), 's.jsonl.zst');
  writeFileSync(path, bytes);
  return path;
}

const zstd = (content: string, ...options: string[]) =>
  execFileSync('zstd', ['-c', '-q', ...options], { input: content, maxBuffer: 2 ** 28 });

describe('a compressed transcript', () => {
  test('raw frames, several and with a skippable one between, are read as one file', () => {
    const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 9, 9, 9]);
    const path = archive(
      Buffer.concat([rawFrame(Buffer.from('one\ntw')), skippable, rawFrame(Buffer.from('o\n'))]),
    );
    expect(polled(new Follower(path))).toEqual(['0:one\n', '1:two\n']);
  });

  test('an empty frame and an empty file give nothing', () => {
    expect(polled(new Follower(archive(rawFrame(Buffer.alloc(0)))))).toEqual([]);
    expect(polled(new Follower(archive(Buffer.alloc(0))))).toEqual([]);
  });

  test.skipIf(!hasZstd)('lines, offsets and digests are those of the bytes that come out', () => {
    for (const options of [['-1'], ['-19'], ['--no-check'], ['--long=27']]) {
      const follower = new Follower(archive(zstd(LINES.join(''), ...options)), { block: 1000 });
      expect(polled(follower)).toEqual(LINES.map((line, i) => `${i}:${line}`));
      expect(follower.position().digest).toEqual(wholeOf(LINES.map((line) => Buffer.from(line))));
    }
  });

  test.skipIf(!hasZstd)('a transcript that was compressed meanwhile goes on where it stood', () => {
    const folder = freshFolder();
    const plain = join(folder, 's.jsonl');
    writeFileSync(plain, LINES.slice(0, 4000).join(''));
    const before = new Follower(plain);
    polled(before);
    const path = `${plain}.zst`;
    writeFileSync(path, zstd(LINES.join('')));
    const resumed = resumeFollower(path, before.position());
    expect(resumed.kind).toBe('same');
    expect(polled(resumed.follower)).toEqual(LINES.slice(4000).map((line, i) => `${4000 + i}:${line}`));
  });

  test.skipIf(!hasZstd)('an archive put in its place is compared whole', () => {
    const path = archive(zstd(LINES.join('')));
    const follower = new Follower(path);
    polled(follower);
    writeFileSync(`${path}.new`, zstd(LINES.join(''), '-19'));
    renameSync(`${path}.new`, path);
    expect(polled(follower)).toEqual([expect.stringMatching(/^restored 5000@/)]);
    writeFileSync(`${path}.new`, zstd(LINES.with(77, '{}\n').join('')));
    renameSync(`${path}.new`, path);
    expect(polled(follower)[0]).toMatch(/^replaced 77@/);
  });

  test.skipIf(!existsSync(captured))('the captured archive gives whole JSON lines', () => {
    const names = readdirSync(captured, { recursive: true, encoding: 'utf8' });
    const path = join(captured, names.find((name) => name.endsWith('.jsonl.zst')) ?? '');
    const lines = polled(new Follower(path));
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(() => JSON.parse(line.slice(line.indexOf(':') + 1))).not.toThrow();
  });
});

describe('a hostile or damaged archive', () => {
  test.skipIf(!hasZstd)('what came out before the damage is given, then bad_archive, once', () => {
    const bytes = zstd(LINES.join(''), '-1', '--no-check');
    const path = archive(bytes.subarray(0, Math.floor(bytes.length * 0.9)));
    const follower = new Follower(path);
    const seen = polled(follower);
    expect(seen.at(-1)).toBe('unreadable bad_archive');
    expect(seen.slice(0, -1)).toEqual(LINES.slice(0, seen.length - 1).map((line, i) => `${i}:${line}`));
    expect(seen.length).toBeGreaterThan(10);
    expect(polled(follower)).toEqual([]);
  });

  test('bytes that are no archive are refused', () => {
    expect(polled(new Follower(archive(Buffer.from('{"a":1}\n{"b":2}\n'))))).toEqual([
      'unreadable bad_archive',
    ]);
  });

  test('a bomb stops at the cap', () => {
    const caps = { maxOut: 10e6, freeOut: 10e6, maxRatio: 1e6, maxWindow: 2 ** 27 };
    const follower = new Follower(archive(bomb(50_000)), { zst: caps });
    expect(polled(follower)).toEqual(['unreadable too_large']);
    expect(follower.pending()?.bytes).toBeLessThan(10e6);
    expect(polled(follower)).toEqual([]);
  });

  test('an archive of 10 GB from next to nothing stops at 256 MiB', () => {
    const follower = new Follower(archive(bomb(80_000)));
    expect(polled(follower)).toEqual(['unreadable too_large']);
    expect(follower.pending()?.bytes).toBe(2 ** 28);
  });

  test('beyond the free part as much is read as the ratio lets come out', () => {
    const line = `${'a'.repeat(65_535)}\n`;
    const frames = Buffer.concat(Array.from({ length: 20 }, () => rawFrame(Buffer.from(line))));
    const caps = { maxOut: 1e9, freeOut: 1e5, maxRatio: 2, maxWindow: 2 ** 27 };
    expect(polled(new Follower(archive(frames), { zst: caps }))).toHaveLength(20);
    const packed = Buffer.concat([frames, bomb(20)]);
    expect(polled(new Follower(archive(packed), { zst: caps })).at(-1)).toBe('unreadable too_large');
  });

  test.skipIf(!hasZstd)('a content that its checksum does not fit is given, then bad_archive', () => {
    const bytes = zstd(LINES.slice(0, 200).join(''), '--check');
    const damaged = Buffer.from(bytes);
    damaged[damaged.length - 1]! ^= 1;
    const seen = polled(new Follower(archive(damaged)));
    expect(seen).toEqual([...LINES.slice(0, 200).map((line, i) => `${i}:${line}`), 'unreadable bad_archive']);
  });

  test.skipIf(!hasZstd)('any one byte changed under a checksum shows, or changes nothing', () => {
    const lines = LINES.slice(0, 200).map((line, i) => `${i}:${line}`);
    const bytes = zstd(LINES.slice(0, 200).join(''), '--check');
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x11;
      const seen = polled(new Follower(archive(damaged)));
      if (!seen.at(-1)?.startsWith('unreadable')) expect(seen).toEqual(lines);
    }
  });

  test('a window over the cap is refused before it is set aside', () => {
    const frame = rawFrame(Buffer.from('one\n'));
    frame[5] = (20 << 3) | 0;
    expect(polled(new Follower(archive(frame)))).toEqual(['unreadable bad_archive']);
    frame[5] = (31 << 3) | 7;
    expect(polled(new Follower(archive(frame)))).toEqual(['unreadable bad_archive']);
  });
});
