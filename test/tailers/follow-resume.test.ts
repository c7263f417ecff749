import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Follower } from '../../tailers/follow.ts';
import { resumeFollower } from '../../tailers/resume.ts';
import { freshFolder, polled, sha } from './follow-folder.ts';

function recorded(content: string) {
  const path = join(freshFolder(), 's.jsonl');
  writeFileSync(path, content);
  const follower = new Follower(path);
  polled(follower);
  return { path, start: follower.position() };
}

describe('resuming from the log', () => {
  test('the recorded lines are given again to the reader, and following goes on after them', () => {
    const { path, start } = recorded('one\ntwo\npart');
    appendFileSync(path, 'ly\n');
    const again: string[] = [];
    const onLine = (line: Uint8Array, number: number) => again.push(`${number}:${Buffer.from(line)}`);
    const resumed = resumeFollower(path, start, { onLine });
    expect(resumed.kind).toBe('same');
    expect(again).toEqual(['0:one\n', '1:two\n']);
    expect(polled(resumed.follower)).toEqual(['2:partly\n']);
  });

  test('a change while nobody looked is said, and a new generation begins', () => {
    const { path, start } = recorded('one\ntwo\n');
    writeFileSync(path, 'ONE\ntwo\nthree\n');
    const resumed = resumeFollower(path, start);
    expect(resumed.kind).toBe('differs');
    expect(polled(resumed.follower)).toEqual(['0:ONE\n', '1:two\n', '2:three\n']);
    expect(resumed.follower.position().generation).toBe(1);
  });

  test('a shorter file is said to be shorter, with its size', () => {
    const { path, start } = recorded('one\ntwo\nthree\n');
    truncateSync(path, 6);
    expect(resumeFollower(path, start)).toMatchObject({
      kind: 'shorter',
      at: { line: 1, offset: 4 },
      size: 6,
    });
  });

  test('a missing file is said to be missing, its deletion once by the next poll', () => {
    const { path, start } = recorded('one\n');
    rmSync(path);
    const resumed = resumeFollower(path, start);
    expect(resumed.kind).toBe('missing');
    expect(polled(resumed.follower)).toEqual(['deleted 1@4']);
    writeFileSync(path, 'one\ntwo\n');
    expect(polled(resumed.follower)).toEqual(['restored 1@4', '1:two\n']);
  });

  test('without a digest to compare with, the caller gets those of the recorded lines', () => {
    const { path, start } = recorded('one\ntwo\n');
    appendFileSync(path, 'three\n');
    const digests: Uint8Array[] = [];
    const place = { line: start.line, offset: start.offset, generation: 0 };
    const resumed = resumeFollower(path, place, { onDigests: (some) => digests.push(some) });
    expect(resumed).toMatchObject({ kind: 'same', grown: true });
    expect(Buffer.concat(digests)).toEqual(
      Buffer.concat([sha(Buffer.from('one\n')), sha(Buffer.from('two\n'))]),
    );
  });

  test('after a resume, a change before the cursor is still seen and placed', () => {
    const { path, start } = recorded('one\ntwo\nthree\n');
    const { follower } = resumeFollower(path, start);
    writeFileSync(path, 'one\nTWO\nthree\nfour\n');
    expect(polled(follower)[0]).toBe('rewritten 1@4');
  });

  test('an offset that is not after a newline is a difference', () => {
    const { path, start } = recorded('one\ntwo\n');
    expect(resumeFollower(path, { ...start, offset: 7 }).kind).toBe('differs');
  });
});
