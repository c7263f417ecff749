import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkVault } from '../../src/vault/check.ts';
import { bytes, DAY, openVault, pattern, textOf, vaultFolder } from './scratch.ts';

it('erases a content with its slices, and nothing else', async () => {
  const folder = vaultFolder();
  const vault = await openVault(folder);
  const before = vault.commit(bytes('stays before'));
  const gone = vault.commit(bytes('my secret token'));
  const part = vault.commitSlice(gone.ref, 3, 6);
  const after = vault.commit(bytes('stays after'));
  const slice = vault.commitSlice(after.ref, 6, 5);
  expect(await vault.erase(new Set([gone.committed.commitment, part.commitment]))).toBe(2);
  const left = [before.committed, gone.committed, part, after.committed, slice];
  const texts = await Promise.all(left.map(({ commitment }) => textOf(vault, commitment)));
  expect(texts).toEqual(['stays before', undefined, undefined, 'stays after', 'after']);
  expect(readFileSync(join(folder, DAY, '0.vault')).includes('secret')).toBe(false);
  await vault.close();
});

it('leaves no slice behind whose content is erased', async () => {
  const folder = vaultFolder();
  const vault = await openVault(folder);
  const { committed, ref } = vault.commit(bytes('a whole line'));
  vault.commitSlice(ref, 2, 5);
  await vault.erase(new Set([committed.commitment]));
  await vault.close();
  expect(readFileSync(join(folder, DAY, '0.vault')).length).toBe(0);
});

it('goes on committing after an erasure, from contents of before it too', async () => {
  const folder = vaultFolder();
  const vault = await openVault(folder);
  const gone = vault.commit(bytes('gone'));
  const { ref } = vault.commit(bytes('the whole line'));
  await vault.erase(new Set([gone.committed.commitment]));
  const slice = vault.commitSlice(ref, 4, 5);
  expect(await textOf(vault, slice.commitment)).toBe('whole');
  await vault.close();
  const again = await openVault(folder);
  expect([again.damages, await textOf(again, slice.commitment)]).toEqual([[], 'whole']);
  await again.close();
});

it('erases a long content with all its pieces', async () => {
  const folder = vaultFolder();
  const vault = await openVault(folder);
  const long = vault.commit(pattern(3_000_000));
  const other = vault.commit(pattern(2_000_000));
  expect(await vault.erase(new Set([long.committed.commitment]))).toBe(1);
  expect(readFileSync(join(folder, DAY, '0.vault')).length).toBeLessThan(2_001_000);
  expect((await vault.get(other.committed.commitment))?.content.length).toBe(2_000_000);
  await vault.close();
  expect(await checkVault(folder)).toMatchObject({ contents: 1, bytes: 2_000_000, damaged: [], torn: [] });
});

it('erases what is kept, and counts nothing for what is not there', async () => {
  const vault = await openVault(vaultFolder());
  const { committed } = vault.commitKept(bytes('kept words'));
  expect(await vault.erase(new Set(['0'.repeat(64)]))).toBe(0);
  expect(await vault.erase(new Set([committed.commitment]))).toBe(1);
  expect(await textOf(vault, committed.commitment)).toBeUndefined();
  await vault.close();
});
