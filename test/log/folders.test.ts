import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolders } from '../../src/log/folders.ts';

it('makes a folder and those above it, for their owner alone, twice as well as once', () => {
  const root = mkdtempSync(join(tmpdir(), 'tracekit-folders-'));
  const path = join(root, 'a', 'b', 'c');
  makeFolders(path);
  makeFolders(path);
  expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
  rmSync(root, { recursive: true });
});

it.skipIf(!existsSync('/proc/self'))('throws, and ends, where the system refuses', () => {
  expect(() => makeFolders('/proc/tracekit/a/b')).toThrow(/ENOENT|EACCES|EPERM|EROFS/);
});
