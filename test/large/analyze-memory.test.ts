import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { madeHome } from '../bench/made-home.ts';
import { freshFolder } from '../tailers/follow-folder.ts';

/** The command in a process with so many MB for what lives long; it ends by a signal where it needs more. */
function analyzed(home: string, megabytes: number) {
  const args = ['dist/tracekit.js', 'analyze', '--json', '--home', home];
  return spawnSync(process.execPath, [`--max-old-space-size=${megabytes}`, ...args], {
    encoding: 'utf8',
    env: { ...process.env, XDG_STATE_HOME: join(home, '../state') },
    maxBuffer: 1 << 30,
  });
}

function transcriptBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

test('a run with a transcript of 60 MB and 62,000 lines is analyzed in 180 MB of heap', async () => {
  const folder = freshFolder();
  const home = await madeHome(folder, { records: 100_000, hard: false });
  expect(transcriptBytes(join(folder, 'files'))).toBeGreaterThan(60e6);
  const { status, signal, stdout } = analyzed(home, 180);
  expect({ status, signal }).toEqual({ status: 0, signal: null });
  expect(JSON.parse(stdout)).toBeTypeOf('object');
  rmSync(folder, { recursive: true, force: true });
}, 240_000);
