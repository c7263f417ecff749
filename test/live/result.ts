import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HARNESSES } from '../../src/model/harness.ts';
import type { Figures } from './figures.ts';

/** What one run of the suite saw of one harness. */
export type Watched = {
  readonly harness: string;
  readonly version: string;
  /** By the scenario's name. */
  readonly cells: { readonly [scenario: string]: 'live' | 'failed' };
  readonly figures?: Figures;
};

export type Result = readonly Watched[];

/** The last result that was kept; docs/harnesses.md is written from it. */
const FILE = fileURLToPath(new URL('./result.json', import.meta.url));

export function readResult(file = FILE): Result {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : [];
}

/** Keeps what was seen of harnesses in the place of what was kept of them before. */
export function keepResult(seen: Result): void {
  const before = readResult();
  const of = (result: Result, name: string) => result.find(({ harness }) => harness === name);
  const result = HARNESSES.flatMap((name) => of(seen, name) ?? of(before, name) ?? []);
  writeFileSync(FILE, `${JSON.stringify(result, null, 2)}\n`);
}
