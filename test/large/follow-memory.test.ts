import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { freshFolder } from '../tailers/follow-folder.ts';

/** Follows `path` in a process of its own; gives its lines, oversize lines and highest resident memory in MB. */
function followed(path: string): { lines: number; oversize: number; peak: number } {
  const folder = freshFolder();
  const entry = join(folder, 'entry.ts');
  writeFileSync(
    entry,
    `import { Follower } from ${JSON.stringify(resolve('tailers/follow.ts'))};
    let lines = 0, oversize = 0;
    for (const event of new Follower(process.argv[2]).poll()) {
      if (event.kind === 'lines') lines += event.ends.length;
      if (event.kind === 'oversize') { oversize++; for (const _ of event.pieces()); }
    }
    console.log(JSON.stringify({ lines, oversize, peak: process.resourceUsage().maxRSS / 1024 }));`,
  );
  const outfile = join(folder, 'entry.mjs');
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    nodePaths: [resolve('node_modules')],
  });
  return JSON.parse(execFileSync(process.execPath, [outfile, path], { encoding: 'utf8' }));
}

function written(pieces: Iterable<string | Buffer>): string {
  const path = join(freshFolder(), 's.jsonl');
  const fd = openSync(path, 'w');
  for (const piece of pieces) writeSync(fd, Buffer.from(piece));
  closeSync(fd);
  return path;
}

function* times(count: number, piece: Buffer): Generator<Buffer> {
  for (let i = 0; i < count; i++) yield piece;
}

test('a line of 100 MB is followed in constant memory (P6)', () => {
  const path = written([...times(100, Buffer.alloc(1e6, 0x61)), '\nend\n']);
  const seen = followed(path);
  expect(seen).toMatchObject({ lines: 1, oversize: 1 });
  expect(seen.peak).toBeLessThan(150);
});

test('a transcript of 450 MB is followed in constant memory', () => {
  const lines = Buffer.from(`${'x'.repeat(1499)}\n`.repeat(1000));
  const seen = followed(written(times(300, lines)));
  expect(seen).toMatchObject({ lines: 300_000, oversize: 0 });
  expect(seen.peak).toBeLessThan(150);
});

test('8 MiB lines are followed in bounded memory', () => {
  const line = Buffer.alloc(8 * 2 ** 20, 0x61);
  line[line.length - 1] = 0x0a;
  const seen = followed(written(times(30, line)));
  expect(seen).toMatchObject({ lines: 30, oversize: 0 });
  expect(seen.peak).toBeLessThan(350);
});
