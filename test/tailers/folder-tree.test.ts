import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { folderTree } from '../../tailers/folder-tree.ts';
import type { Stop } from '../../tailers/watch-ports.ts';
import { freshFolder } from './follow-folder.ts';

const WAIT = { timeout: 5_000, interval: 10 };

const stops: Stop[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function watched(root: string): { readonly found: Set<string>; readonly failed: unknown[] } {
  const found = new Set<string>();
  const failed: unknown[] = [];
  const on = {
    found: (path: string) => void found.add(path),
    lost: () => undefined,
    changed: () => undefined,
    failed: (error: unknown) => void failed.push(error),
  };
  stops.push(folderTree(root, on));
  return { found, failed };
}

it('follows no link, to a folder above it or in a circle', async () => {
  const root = freshFolder();
  const outside = freshFolder();
  writeFileSync(join(outside, 'o.jsonl'), 'x\n');
  symlinkSync(outside, join(root, 'there'));
  symlinkSync(root, join(root, 'self'));
  symlinkSync('circle', join(root, 'circle'));
  const seen = watched(root);
  symlinkSync(outside, join(root, 'later'));
  symlinkSync('round', join(root, 'round'));
  writeFileSync(join(root, 'a.jsonl'), 'x\n');
  await vi.waitFor(() => expect(seen.found).toContain(join(root, 'a.jsonl')), WAIT);
  writeFileSync(join(outside, 'p.jsonl'), 'x\n');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([...seen.found]).toEqual([join(root, 'a.jsonl')]);
  expect(seen.failed).toEqual([]);
});

it('watches nothing where the root itself is a link', async () => {
  const outside = freshFolder();
  const link = join(freshFolder(), 'link');
  symlinkSync(outside, link);
  const seen = watched(link);
  writeFileSync(join(outside, 'o.jsonl'), 'x\n');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([...seen.found]).toEqual([]);
});

it('finds files in a folder that was removed and made anew at once', async () => {
  const root = freshFolder();
  const below = join(root, 'below');
  mkdirSync(below);
  const seen = watched(root);
  rmSync(below, { recursive: true });
  mkdirSync(below);
  await new Promise((resolve) => setTimeout(resolve, 100));
  writeFileSync(join(below, 'b.jsonl'), 'x\n');
  await vi.waitFor(() => expect(seen.found).toContain(join(below, 'b.jsonl')), WAIT);
});

it('finds what is renamed into place, one file after the other', async () => {
  const root = freshFolder();
  const seen = watched(root);
  for (let n = 0; n < 50; n++) {
    writeFileSync(join(root, `.tmp${n}`), 'x\n');
    renameSync(join(root, `.tmp${n}`), join(root, `${n}.jsonl`));
  }
  await vi.waitFor(() => expect(seen.found.size).toBe(50), WAIT);
});
