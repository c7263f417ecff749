import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Follower } from '../../tailers/follow.ts';
import { freshFolder, polled } from './follow-folder.ts';

const isRoot = process.getuid?.() === 0;

describe('what is no transcript', () => {
  test('a symlink is refused, not followed', () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'real'), 'secret\n');
    symlinkSync(join(folder, 'real'), join(folder, 's.jsonl'));
    expect(polled(new Follower(join(folder, 's.jsonl')))).toEqual(['unreadable symlink']);
  });

  test('a dangling symlink is refused', () => {
    const path = join(freshFolder(), 's.jsonl');
    symlinkSync('/nowhere/at/all', path);
    expect(polled(new Follower(path))).toEqual(['unreadable symlink']);
  });

  test.skipIf(process.platform === 'win32')('a FIFO is refused without waiting for a writer', () => {
    const path = join(freshFolder(), 's.jsonl');
    execFileSync('mkfifo', [path]);
    expect(polled(new Follower(path))).toEqual(['unreadable not_a_file']);
  });

  test('a directory is refused', () => {
    const path = join(freshFolder(), 's.jsonl');
    mkdirSync(path);
    expect(polled(new Follower(path))).toEqual(['unreadable not_a_file']);
  });

  test.skipIf(isRoot)('a file that may not be read is refused, and read once it may', () => {
    const path = join(freshFolder(), 's.jsonl');
    writeFileSync(path, 'one\n');
    chmodSync(path, 0);
    const follower = new Follower(path);
    expect(polled(follower)).toEqual(['unreadable not_permitted']);
    chmodSync(path, 0o600);
    expect(polled(follower)).toEqual(['0:one\n']);
  });

  test('a file of another user is refused', () => {
    const path = join(freshFolder(), 's.jsonl');
    writeFileSync(path, 'one\n');
    expect(polled(new Follower(path, { owner: 54_321 }))).toEqual(['unreadable wrong_owner']);
    expect(polled(new Follower(path, { owner: 'any' }))).toEqual(['0:one\n']);
  });

  test('the reason is said once, and again only when it is another', () => {
    const path = join(freshFolder(), 's.jsonl');
    writeFileSync(path, 'one\n');
    const follower = new Follower(path, { owner: 54_321 });
    expect(polled(follower)).toEqual(['unreadable wrong_owner']);
    appendFileSync(path, 'two\n');
    expect(polled(follower)).toEqual([]);
  });
});
