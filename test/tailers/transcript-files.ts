import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LineReading, Slice, SourceDescription } from '../../src/model/reading.ts';
import type { Tailer } from '../../tailers/tailer.ts';

const PROJECT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** A transcript with its lines, newline included, and what the tailer read from it. */
export type ReadTranscript = {
  readonly path: string;
  readonly source: SourceDescription;
  readonly lines: readonly Uint8Array[];
  readonly readings: readonly LineReading[];
};

/** One captured session: a folder with `expected.json` and transcripts. */
export type Scenario = { readonly name: string; readonly folder: string };

/** The project's own fixtures of a harness. */
export function fixtureScenarios(harness: string): readonly Scenario[] {
  return scenariosIn(join(PROJECT, 'fixtures', harness));
}

/** All open captures of a harness, none where the folder beside the project is absent. */
export function capturedScenarios(harness: string): readonly Scenario[] {
  return scenariosIn(resolve(PROJECT, '../shared/captures', harness));
}

function scenariosIn(folder: string): readonly Scenario[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, folder: join(folder, name) }))
    .filter((scenario) => existsSync(join(scenario.folder, 'expected.json')));
}

/** Every file below the scenario's folder whose name ends so, sorted. */
export function filesOf(scenario: Scenario, ending: string): readonly string[] {
  return readdirSync(scenario.folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(scenario.folder, name));
}

export function expectedOf<Expected>(scenario: Scenario): Expected {
  return JSON.parse(readFileSync(join(scenario.folder, 'expected.json'), 'utf8')) as Expected;
}

export function splitLines(bytes: Buffer): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

/** Describes and reads a whole file; throws where the tailer does not take it for its own. */
export function readTranscript(tailer: Tailer, path: string): ReadTranscript {
  const lines = splitLines(readFileSync(path));
  const source = tailer.describe(path, lines.slice(0, 64));
  if (source === undefined)
    throw new Error(`${basename(path)} was not taken for a ${tailer.harness} transcript`);
  return { path, source, lines, readings: readAll(tailer, source, lines) };
}

export function readAll(
  tailer: Tailer,
  source: SourceDescription,
  lines: readonly Uint8Array[],
): readonly LineReading[] {
  const reader = tailer.reader(source);
  return lines.map((line, number) => reader.read(line, number));
}

/** The value that a slice points at. */
export function valueAt(line: Uint8Array, slice: Slice | undefined): unknown {
  if (slice === undefined) return undefined;
  return JSON.parse(Buffer.from(line).toString('utf8', slice.at, slice.at + slice.bytes)) as unknown;
}
