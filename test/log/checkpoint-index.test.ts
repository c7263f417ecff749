import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  CheckpointIndex,
  INTERVAL_MS,
  NEWEST_KEPT,
  readCheckpoints,
} from '../../src/log/checkpoint-index.ts';
import { nodeDisk } from '../../src/log/disk.ts';
import { scratch } from './scratch.ts';

const START = Date.parse('2026-11-30T16:25:00.000Z');

function indexPath(): string {
  const { root } = scratch();
  mkdirSync(root, { recursive: true });
  return join(root, 'checkpoints.ndjson');
}

it('keeps one checkpoint in ten minutes, those of run ends, and the newest', async () => {
  const path = indexPath();
  const index = new CheckpointIndex(path, nodeDisk);
  for (const [i, ms] of [0, 1_000, INTERVAL_MS, INTERVAL_MS + 1].entries()) {
    await index.add({ size: i, note: `n${i}`, why: 'newest' }, START + ms);
  }
  await index.add({ size: 4, note: 'n4', why: 'run_end' }, START + INTERVAL_MS + 2);
  expect(readCheckpoints(path).map(({ why }) => why)).toEqual([
    'interval',
    'newest',
    'interval',
    'newest',
    'run_end',
  ]);
});

it('drops the oldest of the newest when there are twice as many as are kept', async () => {
  const path = indexPath();
  const index = new CheckpointIndex(path, nodeDisk);
  const line = (size: number) =>
    `${JSON.stringify({ size, why: 'newest', time: '2026-11-30T16:25:00.000Z', note: 'n' })}\n`;
  await index.add({ size: 0, note: 'n', why: 'key' }, START);
  appendFileSync(path, Array.from({ length: 2 * NEWEST_KEPT - 1 }, (_, i) => line(i + 1)).join(''));
  const again = new CheckpointIndex(path, nodeDisk);
  await again.add({ size: 5_000, note: 'n', why: 'newest' }, START + 1);
  const kept = readCheckpoints(path);
  expect([kept.length, kept[0]?.why, kept[1]?.size, kept.at(-1)?.size]).toEqual([
    NEWEST_KEPT + 1,
    'key',
    1_001,
    5_000,
  ]);
});

it('reads on behind half a line that a crash left', async () => {
  const path = indexPath();
  const index = new CheckpointIndex(path, nodeDisk);
  await index.add({ size: 1, note: 'a', why: 'run_end' }, START);
  appendFileSync(path, '{"size":2,"wh');
  await new CheckpointIndex(path, nodeDisk).add({ size: 3, note: 'c', why: 'run_end' }, START);
  expect(readCheckpoints(path).map(({ size }) => size)).toEqual([1, 3]);
});
