import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { expect } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import { type HomePaths, homePaths } from '../../src/log/home.ts';
import { readLog } from '../../src/log/read.ts';
import { walkLog } from '../../src/log/walk.ts';
import { leafHash } from '../../src/proof/record.ts';
import { commitmentsIn } from '../../src/vault/disclose.ts';
import { VaultReader } from '../../src/vault/reader.ts';

export type Place = {
  readonly root: string;
  readonly home: string;
  readonly seen: string;
  readonly paths: HomePaths;
};

/** What a child acknowledged: a record's leaf hash and what it commits to, by number. */
export type Acknowledged = Map<number, { readonly leaf: string; readonly commitment: string }>;

export type ChildRun = {
  readonly lines: readonly string[];
  readonly code: number | null;
  readonly stderr: string;
};

export function newPlace(root: string = mkdtempSync(join(tmpdir(), 'tracekit-crash-'))): Place {
  const home = join(root, 'home');
  return { root, home, seen: join(root, 'seen'), paths: homePaths(home) };
}

/** Builds the recording child once for a test file. */
export function buildChild(): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'tracekit-child-'));
  const path = join(folder, 'child.mjs');
  const entryPoints = [resolve(import.meta.dirname, 'recorder-child.ts')];
  buildSync({ entryPoints, outfile: path, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}

/** Runs a command; `killAfter` is milliseconds from its start, or from its line `open` where `fromOpen`. */
export function run(
  command: readonly string[],
  kill?: { readonly after: number; readonly fromOpen: boolean },
): Promise<ChildRun> {
  return new Promise((done) => {
    const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let stderr = '';
    let armed = false;
    const arm = () => {
      if (!armed && kill !== undefined) setTimeout(() => child.kill('SIGKILL'), kill.after);
      armed = true;
    };
    if (kill?.fromOpen === false) arm();
    child.stdout.on('data', (bytes: Buffer) => {
      out += bytes.toString('latin1');
      if (out.startsWith('open\n')) arm();
    });
    child.stderr.on('data', (bytes: Buffer) => {
      stderr += bytes.toString();
    });
    // The part behind the last newline was not acknowledged as a whole.
    child.on('close', (code) => done({ lines: out.split('\n').slice(0, -1), code, stderr }));
  });
}

export function acknowledged(lines: readonly string[], into: Acknowledged = new Map()): Acknowledged {
  for (const line of lines) {
    const [, seq, leaf, commitment] = /^(\d+) ([0-9a-f]{64}) ([0-9a-f]{64})$/.exec(line) ?? [];
    if (leaf !== undefined && commitment !== undefined) into.set(Number(seq), { leaf, commitment });
  }
  return into;
}

/** Every acknowledged record is there as it was, and no record is there without its content. */
export async function expectKept({ paths }: Place, expected: Acknowledged, from = 0): Promise<void> {
  const reader = new VaultReader(paths.vault);
  const leaves = new Map<number, string>();
  const bare: number[] = [];
  await walkLog(paths.segments, {
    onRecord: ({ record, leaf }) => {
      if (record.seq < from) return;
      leaves.set(record.seq, leaf);
      if (commitmentsIn(record.data).some(({ commitment }) => reader.get(commitment) === undefined))
        bare.push(record.seq);
    },
  });
  const lost = [...expected].filter(([seq, { leaf }]) => seq >= from && leaves.get(seq) !== leaf);
  expect({ lost, bare }).toEqual({ lost: [], bare: [] });
}

/** The leaf hashes of the log's lines as they are, sound or not. */
export function leavesOf({ paths }: Place): string[] {
  return [...readLog(paths.segments)].map(({ bytes }) => toHex(leafHash(bytes)));
}

/** The independent checker of the log format, where it lies beside the project; undefined elsewhere. */
export function checkLog({ paths }: Place, vkey: string): string | undefined {
  const script = resolve(import.meta.dirname, '../../../shared/tools/check_log.py');
  if (!existsSync(script)) return undefined;
  return execFileSync('python3', [script, paths.log, vkey], { encoding: 'utf8' });
}
