import { appendFileSync, closeSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Follower } from '../../tailers/follow.ts';
import type { FollowEvent } from '../../tailers/follow-event.ts';
import { freshFolder, polled, sha, wholeOf } from './follow-folder.ts';

const SMALL = { block: 64, maxLine: 256 };

function oversize(events: Iterable<FollowEvent>): FollowEvent & { kind: 'oversize' } {
  for (const event of events) if (event.kind === 'oversize') return event;
  throw new Error('expected an oversize line');
}

function drained(event: FollowEvent & { kind: 'oversize' }): { bytes: Buffer; same: boolean } {
  const pieces: Uint8Array[] = [];
  const steps = event.pieces();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { bytes: Buffer.concat(pieces), same: step.value.same };
    pieces.push(step.value);
  }
}

describe('long lines', () => {
  test('a line of exactly the limit is given as bytes, one byte more is oversize', () => {
    const path = join(freshFolder(), 's.jsonl');
    writeFileSync(path, `${'a'.repeat(255)}\n${'b'.repeat(256)}\nend\n`);
    expect(polled(new Follower(path, SMALL))).toEqual([
      `0:${'a'.repeat(255)}\n`,
      'oversize 1 257',
      '2:end\n',
    ]);
  });

  test('the neighbours of an oversize line and its digest are right', () => {
    const path = join(freshFolder(), 's.jsonl');
    const lines = ['first\n', `${'x'.repeat(1000)}\n`, 'last\n'].map((line) => Buffer.from(line));
    writeFileSync(path, Buffer.concat(lines));
    const follower = new Follower(path, SMALL);
    const event = oversize(follower.poll());
    expect(event).toMatchObject({
      line: 1,
      offset: 6,
      length: 1001,
      digest: sha(lines[1] ?? Buffer.alloc(0)),
    });
    expect(polled(follower)).toEqual(['2:last\n']);
    expect(follower.position().digest).toEqual(wholeOf(lines));
  });

  test('its pieces are its bytes, and they say whether they are those that were hashed', () => {
    const path = join(freshFolder(), 's.jsonl');
    const line = `${'x'.repeat(1000)}\n`;
    writeFileSync(path, `first\n${line}last\n`);
    const event = oversize(new Follower(path, SMALL).poll());
    expect(drained(event)).toEqual({ bytes: Buffer.from(line), same: true });
    writeFileSync(path, `first\n${line.replace('x', 'y')}last\n`);
    expect(drained(event).same).toBe(false);
    writeFileSync(path, 'first\n');
    expect(drained(event).same).toBe(false);
  });

  test('a long tail is hashed as it grows and given whole when its newline comes', () => {
    const path = join(freshFolder(), 's.jsonl');
    writeFileSync(path, 'a\n');
    const follower = new Follower(path, SMALL);
    polled(follower);
    let line = '';
    for (let i = 0; i < 40; i++) {
      appendFileSync(path, String(i).padStart(50, '.'));
      line += String(i).padStart(50, '.');
      expect(polled(follower)).toEqual([]);
      expect(follower.pending()).toMatchObject({ bytes: line.length, digest: sha(Buffer.from(line)) });
    }
    appendFileSync(path, '\nb\n');
    const event = oversize(follower.poll());
    expect(event).toMatchObject({ line: 1, offset: 2, length: 2001, digest: sha(Buffer.from(`${line}\n`)) });
    expect(polled(follower)).toEqual(['2:b\n']);
  });

  test('a long tail that changed at its end is rewritten at its offset', () => {
    const path = join(freshFolder(), 's.jsonl');
    writeFileSync(path, `a\n${'x'.repeat(1000)}`);
    const follower = new Follower(path, SMALL);
    polled(follower);
    writeFileSync(path, `a\n${'x'.repeat(999)}yz`);
    expect(polled(follower)).toEqual(['rewritten 1@2', '0:a\n']);
  });

  test('a pending tail over 1 MiB is remembered by digest alone', () => {
    const path = join(freshFolder(), 's.jsonl');
    writeFileSync(path, Buffer.alloc(2 ** 20 + 1, 0x61));
    const follower = new Follower(path);
    polled(follower);
    expect(follower.pending()).toEqual({ bytes: 2 ** 20 + 1, digest: sha(Buffer.alloc(2 ** 20 + 1, 0x61)) });
  });

  test('no step of a poll, or of a comparison, reads more than a block of it', () => {
    const path = join(freshFolder(), 's.jsonl');
    writeFileSync(path, 'a\n');
    truncateSync(path, 16 * 2 ** 20);
    const follower = new Follower(path);
    const pauses = (): number => [...follower.poll()].filter(({ kind }) => kind === 'pause').length;
    expect(pauses()).toBeGreaterThan(14);
    expect([...follower.checkPrefix()].length).toBeGreaterThan(14);
    appendFileSync(path, '\nend\n');
    expect(pauses()).toBe(0);
    expect([...follower.checkPrefix()].length).toBeGreaterThan(14);
  });

  test('a 10 MB line is followed in less memory than it has bytes twice over', () => {
    const path = join(freshFolder(), 's.jsonl');
    const fd = openSync(path, 'w');
    for (let i = 0; i < 10; i++) writeSync(fd, Buffer.alloc(1_000_000, 0x61));
    writeSync(fd, '\nend\n');
    closeSync(fd);
    const before = process.memoryUsage().arrayBuffers;
    const kinds = polled(new Follower(path));
    expect(kinds).toEqual(['oversize 0 10000001', '1:end\n']);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40e6);
  });
});
