import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Follower } from '../../tailers/follow.ts';
import { freshFolder, linesOf, polled, sha } from './follow-folder.ts';

function fileOf(content: string | Buffer): { path: string; follower: Follower } {
  const path = join(freshFolder(), 's.jsonl');
  writeFileSync(path, content);
  return { path, follower: new Follower(path) };
}

describe('lines', () => {
  test('each whole line is given once, with number, offset and digest', () => {
    const { follower } = fileOf('one\ntwo\n');
    const [event] = [...follower.poll()];
    if (event?.kind !== 'lines') throw new Error(`found ${event?.kind}`);
    const lines = [Buffer.from('one\n'), Buffer.from('two\n')];
    expect([event.first, event.offset, ...event.ends]).toEqual([0, 0, 4, 8]);
    expect(Buffer.from(event.digests)).toEqual(Buffer.concat(lines.map((line) => sha(line))));
    expect(polled(follower)).toEqual([]);
  });

  test('an appended line is given at the next poll, from where the last one ended', () => {
    const { path, follower } = fileOf('one\n');
    polled(follower);
    appendFileSync(path, 'two\nthree\n');
    const [event] = [...follower.poll()];
    expect(event).toMatchObject({ kind: 'lines', first: 1, offset: 4, generation: 0 });
    expect(follower.position()).toMatchObject({ line: 3, offset: 14 });
  });

  test('offsets count bytes with CRLF and mixed endings', () => {
    const { path, follower } = fileOf('a\r\nb\nc\r\n');
    expect(polled(follower)).toEqual(['0:a\r\n', '1:b\n', '2:c\r\n']);
    appendFileSync(path, 'd\r\n');
    expect(polled(follower)).toEqual(['3:d\r\n']);
    expect(follower.position().offset).toBe(11);
  });

  test('damaged lines are lines: cut, spliced, NULs, BOM, invalid UTF-8', () => {
    const lines = [
      '\xef\xbb\xbf{"a":1}\n',
      '{"a":"cu\n',
      '{"a":"cu{"b":2}\n',
      `${'\0'.repeat(300)}\n`,
      '"\xc3\x28"\n',
    ];
    const { follower } = fileOf(Buffer.from(lines.join(''), 'latin1'));
    expect(polled(follower)).toEqual(lines.map((line, i) => `${i}:${line}`));
  });

  test('newlines inside a JSON string make physical lines', () => {
    const { follower } = fileOf('{"a":"x\ny\nz"}\n');
    expect(polled(follower)).toEqual(['0:{"a":"x\n', '1:y\n', '2:z"}\n']);
  });

  test('an empty file gives nothing', () => {
    const { follower } = fileOf('');
    expect(polled(follower)).toEqual([]);
    expect(follower.pending()).toBeUndefined();
  });

  test('a file that comes later is followed from its first byte', () => {
    const folder = join(freshFolder(), 'later');
    const follower = new Follower(join(folder, 's.jsonl'));
    expect(polled(follower)).toEqual([]);
    mkdirSync(folder);
    writeFileSync(join(folder, 's.jsonl'), 'one\n');
    expect(polled(follower)).toEqual(['0:one\n']);
  });

  test('two pollers of one file give the same', () => {
    const { path, follower } = fileOf('one\ntw');
    const other = new Follower(path);
    expect(polled(follower)).toEqual(polled(other));
    appendFileSync(path, 'o\n');
    expect(polled(other)).toEqual(['1:two\n']);
    expect(polled(follower)).toEqual(['1:two\n']);
  });

  test('a poll that is given up goes on at the next', () => {
    const path = join(freshFolder(), 's.jsonl');
    writeFileSync(path, 'a\n'.repeat(5000));
    const follower = new Follower(path, { block: 4096 });
    for (const event of follower.poll()) {
      expect(event).toMatchObject({ kind: 'lines', first: 0 });
      break;
    }
    const rest = [...follower.poll()].flatMap((event) => (event.kind === 'lines' ? linesOf(event) : []));
    expect([rest[0]?.number, rest.at(-1)?.number]).toEqual([2048, 4999]);
  });

  test('a reused buffer holds each event until the next one is asked for', () => {
    const path = join(freshFolder(), 's.jsonl');
    const content = Array.from({ length: 3000 }, (_, i) => `line ${i}\n`).join('');
    writeFileSync(path, content);
    const seen: string[] = [];
    for (const event of new Follower(path, { reuse: true, block: 1000 }).poll()) {
      if (event.kind === 'lines') seen.push(Buffer.from(event.bytes).toString());
    }
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.join('')).toBe(content);
  });

  test('following leaves the file as it was', () => {
    const { path, follower } = fileOf('one\n');
    polled(follower);
    expect(readFileSync(path, 'utf8')).toBe('one\n');
  });
});

describe('the partial last line', () => {
  test('it waits, with its length, digest and bytes', () => {
    const { follower } = fileOf('one\ntwo');
    expect(polled(follower)).toEqual(['0:one\n']);
    expect(follower.pending()).toEqual({
      bytes: 3,
      digest: sha(Buffer.from('two')),
      content: new Uint8Array(Buffer.from('two')),
    });
  });

  test('it becomes a line with its newline', () => {
    const { path, follower } = fileOf('one\ntw');
    polled(follower);
    appendFileSync(path, 'o');
    expect(polled(follower)).toEqual([]);
    appendFileSync(path, '\nx');
    expect(polled(follower)).toEqual(['1:two\n']);
    expect(follower.pending()?.bytes).toBe(1);
  });

  test('a tail of NULs gives no line but is remembered', () => {
    const { path, follower } = fileOf(Buffer.concat([Buffer.from('{}\n'), Buffer.alloc(143_000)]));
    expect(polled(follower)).toEqual(['0:{}\n']);
    expect(follower.pending()?.bytes).toBe(143_000);
    writeFileSync(path, `{}\n${'x'.repeat(143_000)}`);
    expect(polled(follower)).toEqual(['rewritten 1@3', '0:{}\n']);
  });

  test('one that changed and grew is rewritten at its offset', () => {
    const { path, follower } = fileOf('one\ntwo');
    polled(follower);
    writeFileSync(path, 'one\nTwo!\n');
    expect(polled(follower)).toEqual(['rewritten 1@4', '0:one\n', '1:Two!\n']);
  });

  test('one that shrank is truncated', () => {
    const { path, follower } = fileOf('one\ntwo');
    polled(follower);
    writeFileSync(path, 'one\nt');
    expect(polled(follower)).toEqual(['truncated 1@4', '0:one\n']);
  });

  test('a line that comes in 2 MiB pieces is one line (formats: codex 0.171.0, strace-large)', () => {
    const { path, follower } = fileOf('first\n');
    const line = Buffer.from(`${'語'.repeat(1_500_000)}\n`);
    polled(follower);
    for (let at = 0; at < line.length; at += 2 ** 21) {
      appendFileSync(path, line.subarray(at, at + 2 ** 21));
      const events = [...follower.poll()].filter(({ kind }) => kind !== 'pause');
      const last = at + 2 ** 21 >= line.length;
      expect(events.map((event) => event.kind)).toEqual(last ? ['lines'] : []);
      if (events[0]?.kind === 'lines') expect(sha(events[0].bytes)).toEqual(sha(line));
    }
    expect(follower.position()).toMatchObject({ line: 2, offset: 6 + line.length });
  });
});
