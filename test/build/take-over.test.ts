import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { takeOver } from '../../scripts/take-over.mjs';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const DAY = 86_400_000;
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderOf(files: Readonly<Record<string, string>>, at: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracekit-build-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, at / 1000, at / 1000);
  }
  return folder;
}

function build(before: Readonly<Record<string, string>>, at: number): string {
  const dist = folderOf(before, at);
  const built = folderOf({ 'tracekit.js': 'new', 'chunk-BBBBBBBB.js': 'b', 'page/page.js': 'p' }, NOW);
  takeOver(built, dist, NOW);
  expect(existsSync(built)).toBe(false);
  folders.splice(folders.indexOf(built), 1);
  return dist;
}

describe('a build', () => {
  it('puts its files in the place of those before, and keeps the chunks that a running program may still load', () => {
    const dist = build({ 'tracekit.js': 'old', 'chunk-AAAAAAAA.js': 'a', 'gone.js': 'x' }, NOW - 1000);
    expect(readdirSync(dist).sort()).toEqual([
      'chunk-AAAAAAAA.js',
      'chunk-BBBBBBBB.js',
      'page',
      'tracekit.js',
    ]);
    expect(readFileSync(join(dist, 'tracekit.js'), 'utf8')).toBe('new');
    expect(readFileSync(join(dist, 'page', 'page.js'), 'utf8')).toBe('p');
  });

  it('takes chunks away that no build has had for a day', () => {
    const dist = build({ 'chunk-AAAAAAAA.js': 'a', 'chunk-BBBBBBBB.js': 'b' }, NOW - DAY - 1000);
    expect(readdirSync(dist).sort()).toEqual(['chunk-BBBBBBBB.js', 'page', 'tracekit.js']);
  });

  it('works where nothing was built before', () => {
    const dist = build({}, NOW);
    expect(readdirSync(dist)).toContain('tracekit.js');
  });
});
