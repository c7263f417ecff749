import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkVault } from '../../src/vault/check.ts';
import { bytes, DAY, DAY_MS, openVault, START, textOf, vaultFolder } from './scratch.ts';

// A clock that was set back names a day whose files are there already.

it('writes over nothing where the clock goes back to an earlier day', async () => {
  const folder = vaultFolder();
  let now = START;
  const vault = await openVault(folder, { clock: () => now });
  const commit = async (text: string) => {
    const { commitment } = vault.commit(bytes(text)).committed;
    await vault.flush();
    return commitment;
  };
  const said = [await commit('monday')];
  now += DAY_MS;
  said.push(await commit('tuesday'));
  now -= DAY_MS;
  said.push(await commit('monday again'));
  expect(readdirSync(join(folder, DAY)).sort()).toEqual(['0.index', '0.vault', '1.index', '1.vault']);
  const texts = await Promise.all(said.map((one) => textOf(vault, one)));
  expect(texts).toEqual(['monday', 'tuesday', 'monday again']);
  await vault.close();
});

it('writes over nothing where the clock goes to and fro at midnight before anything is written', async () => {
  const folder = vaultFolder();
  let now = START;
  const vault = await openVault(folder, { clock: () => now });
  const said: string[] = [];
  for (const day of [0, 1, 0, 1, 0]) {
    now = START + day * DAY_MS;
    // More than fits in a chunk beside another, so that each asks for a file.
    said.push(vault.commit(Buffer.alloc(900_000, `${said.length}`)).committed.commitment);
  }
  await vault.flush();
  const texts = await Promise.all(said.map((one) => textOf(vault, one)));
  expect(texts.map((text) => text?.[0])).toEqual(['0', '1', '2', '3', '4']);
  await vault.close();
  expect(await checkVault(folder)).toMatchObject({ contents: 5, damaged: [], torn: [] });
});

it('goes on in the files of an earlier day after a start with the clock set back', async () => {
  const folder = vaultFolder();
  let now = START;
  const said: string[] = [];
  for (const day of [0, 1, 0]) {
    now = START + day * DAY_MS;
    const vault = await openVault(folder, { clock: () => now });
    said.push(vault.commit(bytes(`start ${said.length}`)).committed.commitment);
    await vault.close();
  }
  const vault = await openVault(folder, { clock: () => now });
  const texts = await Promise.all(said.map((one) => textOf(vault, one)));
  expect(texts).toEqual(['start 0', 'start 1', 'start 2']);
  await vault.close();
});
