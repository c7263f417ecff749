import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Follower } from '../../tailers/follow.ts';
import { Marks } from '../../tailers/generation.ts';
import { freshFolder, polled, shown } from './follow-folder.ts';

const mark = (line: number) => (line * 2_654_435_761) >>> 0;

describe('marks', () => {
  test('each line has one until there are 262,144, then every second, and they stay right', () => {
    const marks = new Marks();
    for (let line = 0; line < 300_000; line++) marks.add(line, mark(line));
    expect(marks.stride).toBe(2);
    for (const line of [0, 2, 131_072, 262_142, 262_144, 299_998]) {
      expect(marks.differs(line, mark(line))).toBe(false);
      expect(marks.differs(line, mark(line + 1))).toBe(true);
    }
    expect(marks.differs(3, mark(3))).toBeUndefined();
    expect(marks.differs(300_000, mark(300_000))).toBeUndefined();
  });
});

describe('a place that was thinned out', () => {
  test('a change in a line without a mark is found within the stride', () => {
    const path = join(freshFolder(), 's.jsonl');
    const lines = Array.from({ length: 270_000 }, (_, i) => `${i}\n`);
    writeFileSync(path, lines.join(''));
    const follower = new Follower(path);
    polled(follower);
    lines[1001] = 'xxxx\n';
    writeFileSync(path, lines.join(''));
    const check = follower.checkPrefix();
    let step = check.next();
    while (step.done !== true) step = check.next();
    expect(step.value).toMatchObject({ kind: 'differs', at: { line: 1001 }, exact: false });
  });
});

describe('changed while it is read', () => {
  function midway(change: (path: string) => void): string[] {
    const path = join(freshFolder(), 's.jsonl');
    writeFileSync(path, 'x\n'.repeat(10_000));
    const follower = new Follower(path, { block: 4096 });
    const seen: string[] = [];
    for (const event of follower.poll()) {
      if (event.kind === 'lines' && event.first === 0) change(path);
      if (event.kind !== 'lines') seen.push(...shown(event));
    }
    return [...seen, ...polled(follower).slice(0, 1)];
  }

  test('a truncation is said, and its place by the next poll', () => {
    expect(midway((path) => truncateSync(path, 10))).toEqual([
      'unreadable changed_while_read',
      'truncated 5@10',
    ]);
  });

  test('an edit in place is said, and its place by the next poll', () => {
    const edited = `y\n${'x\n'.repeat(9999)}`;
    expect(midway((path) => writeFileSync(path, edited))).toEqual([
      'unreadable changed_while_read',
      'rewritten 0@0',
    ]);
  });

  test('an append is no change', () => {
    expect(midway((path) => appendFileSync(path, 'z\n'))).toEqual([]);
  });
});
