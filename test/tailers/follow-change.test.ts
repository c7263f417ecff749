import {
  appendFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Follower, type PrefixCheck } from '../../tailers/follow.ts';
import { freshFolder, polled } from './follow-folder.ts';

const TEN = Array.from({ length: 10 }, (_, i) => `line ${i}\n`);

function read(content: readonly string[]): { folder: string; path: string; follower: Follower } {
  const folder = freshFolder();
  const path = join(folder, 's.jsonl');
  writeFileSync(path, content.join(''));
  const follower = new Follower(path);
  polled(follower);
  return { folder, path, follower };
}

function checked(follower: Follower): PrefixCheck {
  const steps = follower.checkPrefix();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

describe('a file that is not as it was', () => {
  test('a larger one written over it in place is rewritten, not an append', () => {
    const { path, follower } = read(TEN);
    const other = Array.from({ length: 14 }, (_, i) => `other ${i}\n`);
    writeFileSync(path, other.join(''));
    expect(polled(follower)).toEqual(['rewritten 0@0', ...other.map((line, i) => `${i}:${line}`)]);
    expect(follower.position()).toMatchObject({ generation: 1, line: 14 });
  });

  test('a change is placed at the first line that differs', () => {
    const { path, follower } = read(TEN);
    writeFileSync(path, TEN.with(6, 'LINE 6\n').concat('more\n').join(''));
    expect(polled(follower)[0]).toBe('rewritten 6@42');
  });

  test('another file renamed over it is replaced', () => {
    const { folder, path, follower } = read(TEN);
    writeFileSync(join(folder, 'new'), [...TEN.slice(0, 3), 'else\n'].join(''));
    renameSync(join(folder, 'new'), path);
    expect(polled(follower)).toEqual(['replaced 3@21', '0:line 0\n', '1:line 1\n', '2:line 2\n', '3:else\n']);
  });

  test('a copy renamed over it goes on as the same generation (formats: codex 0.171.0, resume)', () => {
    const { folder, path, follower } = read(TEN);
    writeFileSync(join(folder, 'new'), [...TEN, 'more\n'].join(''));
    renameSync(join(folder, 'new'), path);
    expect(polled(follower)).toEqual(['restored 10@70', '10:more\n']);
    expect(follower.position().generation).toBe(0);
  });

  test('a shrunken file that grows again is truncated, and what grew is read', () => {
    const { path, follower } = read(TEN);
    truncateSync(path, 28);
    expect(polled(follower)).toEqual(['truncated 4@28', ...TEN.slice(0, 4).map((line, i) => `${i}:${line}`)]);
    appendFileSync(path, 'new 4\nnew 5\nnew 6\n');
    expect(polled(follower)).toEqual(['4:new 4\n', '5:new 5\n', '6:new 6\n']);
  });

  test('truncated and regrown past the old size between two polls is still seen', () => {
    const { path, follower } = read(TEN);
    truncateSync(path, 28);
    appendFileSync(path, 'x'.repeat(100).concat('\n'));
    expect(polled(follower)[0]).toBe('rewritten 4@28');
  });

  test('the event says how many bytes were read and how many there are', () => {
    const { path, follower } = read(TEN);
    truncateSync(path, 30);
    const event = [...follower.poll()].find(({ kind }) => kind !== 'pause');
    expect(event).toMatchObject({
      kind: 'truncated',
      at: { line: 4, offset: 28 },
      exact: true,
      was: 70,
      size: 30,
    });
  });

  test('deleted is said once', () => {
    const { path, follower } = read(TEN);
    rmSync(path);
    expect(polled(follower)).toEqual(['deleted 10@70']);
    expect(polled(follower)).toEqual([]);
  });

  test('deleted and made again with other content is replaced', () => {
    const { path, follower } = read(TEN);
    rmSync(path);
    polled(follower);
    writeFileSync(join(path, '..', 'holds-the-inode'), '');
    writeFileSync(path, 'other\n');
    expect(polled(follower).slice(1)).toEqual(['0:other\n']);
    expect(follower.position().generation).toBe(1);
  });

  test('moved away and back is restored', () => {
    const { path, follower } = read(TEN);
    renameSync(path, `${path}.away`);
    expect(polled(follower)).toEqual(['deleted 10@70']);
    renameSync(`${path}.away`, path);
    expect(polled(follower)).toEqual(['restored 10@70']);
  });
});

describe('the prefix check', () => {
  test('an unchanged file is the same to its last whole line', () => {
    const { follower } = read([...TEN, 'part']);
    expect(checked(follower)).toMatchObject({ kind: 'same', lines: 10, end: 70 });
  });

  test('an edit far before the cursor, same length, mtime put back, is found and placed', () => {
    const long = Array.from({ length: 2000 }, (_, i) => `line ${String(i).padStart(6, '0')}\n`);
    const { path, follower } = read(long);
    const { atime, mtime } = statSync(path);
    writeFileSync(path, long.with(7, 'line 00000X\n').join(''));
    utimesSync(path, atime, mtime);
    expect(polled(follower)).toEqual([]);
    expect(checked(follower)).toEqual({
      kind: 'differs',
      at: expect.objectContaining({ line: 7, offset: 84 }),
      exact: true,
    });
    expect(polled(follower).slice(0, 2)).toEqual(['rewritten 7@84', '0:line 000000\n']);
  });

  test('an edit close before the cursor, same length, mtime put back, is seen by the next poll', () => {
    const { path, follower } = read(TEN);
    const { atime, mtime } = statSync(path);
    writeFileSync(path, TEN.with(8, 'LINE 8\n').join(''));
    utimesSync(path, atime, mtime);
    expect(polled(follower)[0]).toBe('rewritten 8@56');
  });

  test('a changed partial line is found', () => {
    const { path, follower } = read([...TEN, 'part']);
    writeFileSync(path, [...TEN, 'PART'].join(''));
    expect(checked(follower)).toMatchObject({ kind: 'differs', at: { line: 10, offset: 70 } });
  });

  test('a shorter file is said to be shorter', () => {
    const { path, follower } = read(TEN);
    truncateSync(path, 14);
    expect(checked(follower)).toMatchObject({ kind: 'shorter', at: { line: 2, offset: 14 } });
  });

  test('a newline taken out, another put in, is a difference', () => {
    const { path, follower } = read(['ab\n', 'cd\n']);
    writeFileSync(path, 'a\nbcd\n');
    expect(checked(follower)).toMatchObject({ kind: 'differs', at: { line: 0, offset: 0 } });
  });

  test('a missing file is said to be missing', () => {
    const { path, follower } = read(TEN);
    rmSync(path);
    expect(checked(follower)).toEqual({ kind: 'missing' });
  });

  test('it goes by blocks, so that other work can come in between', () => {
    const path = join(freshFolder(), 's.jsonl');
    writeFileSync(path, TEN.join('').repeat(100));
    const follower = new Follower(path, { block: 1000 });
    polled(follower);
    expect([...follower.checkPrefix()].length).toBeGreaterThan(5);
  });
});
