import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type HomePaths, homePaths } from '../../src/log/home.ts';
import { Log, type LogOptions } from '../../src/log/log.ts';
import type { Draft } from '../../src/model/record.ts';
import { formatVkey } from '../../src/proof/vkey.ts';

/** A home and a folder of checkpoints seen, removed after the test. */
export type Scratch = {
  readonly root: string;
  readonly home: string;
  readonly seen: string;
  readonly paths: HomePaths;
};

export const RUN = '0123456789abcdef';
const START = Date.parse('2026-11-30T16:25:00.000Z');

export function scratch(): Scratch {
  const root = mkdtempSync(join(tmpdir(), 'tracekit-log-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, 'home');
  return { root, home, seen: join(root, 'seen'), paths: homePaths(home) };
}

export function openLog(place: Scratch, options: Partial<LogOptions> = {}): Promise<Log> {
  const { home, seen } = place;
  return Log.open({ home, seen, assurance: 'dev', clock: () => START, ...options });
}

/** A log with `drafts` in it, signed and closed; gives the vkey line. */
export async function madeLog(place: Scratch, drafts: readonly Draft[]): Promise<string> {
  const log = await openLog(place);
  await log.append(drafts);
  await log.close();
  return formatVkey(log.vkey);
}

/** Adds records that no checkpoint covers, as a killed signer leaves them. */
export async function addUnsigned(place: Scratch, drafts: readonly Draft[]): Promise<void> {
  const log = await openLog(place);
  const { checkpoint } = place.paths;
  const saved = [checkpoint, place.seen].map((path, i) => {
    const copy = join(place.root, `saved-${i}`);
    cpSync(path, copy, { recursive: true });
    return { path, copy };
  });
  await log.append(drafts);
  await log.close();
  for (const { path, copy } of saved) {
    rmSync(path, { recursive: true });
    cpSync(copy, path, { recursive: true });
    rmSync(copy, { recursive: true });
  }
}

/** A small record of a run. */
export function draft(line: number, run: string = RUN): Draft {
  const data = {
    transcript: 0,
    generation: 0,
    lines: line,
    end: 700 * line,
    chain: 'c'.repeat(64),
    outcome: 'same',
  };
  return { run, kind: 'transcript.checked', source: 'tailer:codex', data };
}

export function drafts(count: number, from = 0): Draft[] {
  return Array.from({ length: count }, (_, i) => draft(from + i));
}
