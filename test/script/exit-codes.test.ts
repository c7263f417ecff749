import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

it('each exit code of the documented table is given by a run of the script', () => {
  const table = [...read('../../docs/exit-codes.md').matchAll(/^\| (\d+) \|/gm)].map(([, code]) => code);
  const given = new Set([...read('exit-codes.txt').matchAll(/^\? (\d+)$/gm)].map(([, code]) => code));
  expect(table.length).toBeGreaterThan(5);
  // A command that ends with 0 says nothing of it in a script.
  expect([...given].sort()).toEqual(table.filter((code) => code !== '0').sort());
});
