import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Follower } from '../../tailers/follow.ts';
import type { FollowEvent } from '../../tailers/follow-event.ts';

const made: string[] = [];

/** A folder that is removed after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracekit-follow-'));
  made.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Polls once and gives each line as `generation:number:offset:text`, each other event as its kind. */
export function polled(follower: Follower): string[] {
  return [...follower.poll()].flatMap(shown);
}

export function shown(event: FollowEvent): string[] {
  if (event.kind === 'lines')
    return linesOf(event).map((line) => `${line.number}:${line.bytes.toString('latin1')}`);
  if (event.kind === 'oversize') return [`oversize ${event.line} ${event.length}`];
  if (event.kind === 'pause') return [];
  if (event.kind === 'unreadable') return [`unreadable ${event.why}`];
  return [`${event.kind} ${event.at.line}@${event.at.offset}`];
}

export function linesOf(event: FollowEvent & { kind: 'lines' }): { number: number; bytes: Buffer }[] {
  const lines: { number: number; bytes: Buffer }[] = [];
  let from = 0;
  event.ends.forEach((end, i) => {
    lines.push({ number: event.first + i, bytes: Buffer.from(event.bytes.subarray(from, end)) });
    from = end;
  });
  return lines;
}

export function sha(...pieces: Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/** SHA-256 over the digests of these lines: what a follower remembers of them. */
export function wholeOf(lines: readonly Uint8Array[]): Buffer {
  return sha(...lines.map((line) => sha(line)));
}
