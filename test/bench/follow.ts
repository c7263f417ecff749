import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { Follower } from '../../tailers/follow.ts';
import { makeInput } from './input.ts';
import { interleave } from './interleave.ts';
import type { Measure } from './row.ts';

/** P1: following, splitting and hashing every line, against sha256 over the same files. */
export const measure: Measure = async ({ work, large }) => {
  const rows = [];
  for (const filled of [true, false]) {
    const bytes = (large ? 512 : 64) * 1e6;
    const input = makeInput({ folder: `${work}/${filled ? 'filled' : 'elided'}`, bytes, filled });
    const [plain, follow] = await interleave(
      [
        { run: () => input.paths.forEach(plainSha256) },
        {
          run: () => {
            for (const path of input.paths) for (const _ of new Follower(path, { reuse: true }).poll());
          },
        },
      ],
      9,
    );
    const size = Math.round(input.bytes / input.lines);
    rows.push({
      id: 'P1',
      what: `follow + split + hash / sha256, lines of ${size} bytes${filled ? ' (as real)' : ' (elided)'}`,
      value: plain! / follow!,
      unit: '×',
      target: 0.75,
      least: true,
      detail: `${rate(input.bytes, follow!)} against ${rate(input.bytes, plain!)}`,
    });
  }
  return rows;
};

function plainSha256(path: string): void {
  const fd = openSync(path, 'r');
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafeSlow(1 << 20);
  for (;;) {
    const read = readSync(fd, block);
    if (read === 0) break;
    hash.update(block.subarray(0, read));
  }
  hash.digest();
  closeSync(fd);
}

function rate(bytes: number, ms: number): string {
  return `${(bytes / ms / 1000).toFixed(0)} MB/s`;
}
