import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Follower } from '../../tailers/follow.ts';
import { Marks } from '../../tailers/generation.ts';
import { freshFolder, polled, shown } from './follow-folder.ts';

const chain = (line: number) => Uint8Array.of(line >>> 24, line >>> 16, line >>> 8, line);

describe('marks', () => {
  test('each line has one until there are 262,144, then every second, and they stay right', () => {
    const marks = new Marks();
    for (let line = 0; line < 300_000; line++) marks.add(line, chain(line), 0);
    expect(marks.stride).toBe(2);
    for (const line of [0, 2, 131_072, 262_142, 262_144, 299_998]) {
      expect(marks.differs(line, chain(line), 0)).toBe(false);
      expect(marks.differs(line, chain(line + 1), 0)).toBe(true);
    }
    expect(marks.differs(3, chain(3), 0)).toBeUndefined();
    expect(marks.differs(300_000, chain(300_000), 0)).toBeUndefined();
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
