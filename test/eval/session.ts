import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Harness } from '../../src/model/harness.ts';
import { cursorSession } from './cursor-session.ts';

/** Where the captured sessions lie, from the project's root. */
export const CAPTURES = '../shared/captures';
export const HARNESSES: readonly Harness[] = ['claude-code', 'codex', 'cursor', 'gemini', 'copilot'];

/** One hook as it was captured: the exact bytes of its standard input. */
export type CapturedHook = {
  readonly event: string;
  readonly install: string;
  readonly raw: Buffer;
};

/** A transcript: its path within the scenario's folder, and its lines, each with its newline. */
export type CapturedFile = { readonly path: string; readonly lines: readonly Buffer[] };

/** A captured session of a harness: what its hooks were given, and what it wrote. */
export type Session = {
  readonly harness: Harness;
  readonly scenario: string;
  readonly hooks: readonly CapturedHook[];
  readonly files: readonly CapturedFile[];
};

const CURSOR_SESSIONS = [
  cursorSession('5f0c0de0-0000-4000-8000-000000000001', ['List the files', 'Fix beta in a.txt', 'Go on']),
  cursorSession('5f0c0de0-0000-4000-8000-000000000002', ['yes', 'Rename the module', 'yes']),
  cursorSession('5f0c0de0-0000-4000-8000-000000000003', ['Explain the build']),
  cursorSession('5f0c0de0-0000-4000-8000-000000000004', ['Add a test', 'Run it again please']),
];

/** The captured sessions of a harness, by scenario. Cursor's are synthetic. */
export function sessionsOf(harness: Harness): readonly Session[] {
  if (harness === 'cursor') return CURSOR_SESSIONS;
  const folder = join(CAPTURES, harness);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name !== 'tools')
    .sort()
    .map((scenario) => sessionOf(harness, scenario));
}

function sessionOf(harness: Harness, scenario: string): Session {
  const folder = join(CAPTURES, harness, scenario);
  return { harness, scenario, hooks: hooksIn(join(folder, 'hooks')), files: filesIn(folder) };
}

type Moment = { readonly file: string; readonly event: string };

function hooksIn(folder: string): readonly CapturedHook[] {
  const path = join(folder, 'index.json');
  if (!existsSync(path)) return [];
  const moments = JSON.parse(readFileSync(path, 'utf8')) as readonly Moment[];
  return moments
    .filter(({ file }) => existsSync(join(folder, file)))
    .map(({ file, event }) => {
      const [, install = 'one'] = /-([a-z]+)\.json$/.exec(file) ?? [];
      return { event, install, raw: readFileSync(join(folder, file)) };
    });
}

function filesIn(folder: string): readonly CapturedFile[] {
  const root = join(folder, 'transcript');
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: relative(folder, path), lines: linesOf(readFileSync(path)) }));
}

/** Bytes cut behind each newline. */
export function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0x0a, from);
    const to = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(from, to));
    from = to;
  }
  return lines;
}
