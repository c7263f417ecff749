import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkVault } from '../../src/vault/check.ts';
import { FaultDisk } from '../log/fault-disk.ts';
import { bytes, DAY, openVault, pattern, textOf, vaultFolder } from './scratch.ts';

const fileOf = (folder: string) => join(folder, DAY, '0.vault');

async function filled(folder: string, count: number): Promise<string[]> {
  const vault = await openVault(folder);
  const made = Array.from(
    { length: count },
    (_, i) => vault.commit(bytes(`content ${i}`)).committed.commitment,
  );
  await vault.close();
  return made;
}

it('cuts a torn end off and reports where it was', async () => {
  const folder = vaultFolder();
  const [first] = await filled(folder, 3);
  const offset = statSync(fileOf(folder)).size;
  appendFileSync(fileOf(folder), readFileSync(fileOf(folder)).subarray(0, 85));
  const vault = await openVault(folder);
  expect(vault.damages).toMatchObject([{ kind: 'cut', offset, bytes: 85 }]);
  expect(statSync(fileOf(folder)).size).toBe(offset);
  expect(await textOf(vault, first!)).toBe('content 0');
  await vault.close();
});

it('keeps good contents only, a prefix, whatever a power loss leaves of the unsynced end', async () => {
  const folder = vaultFolder();
  await filled(folder, 3);
  const synced = readFileSync(fileOf(folder)).length;
  const index = readFileSync(join(folder, DAY, '0.index'));
  const later = await openVault(folder);
  for (let i = 0; i < 5; i++) later.commit(pattern(50 * i));
  await later.close();
  const whole = readFileSync(fileOf(folder));
  const cases = fc.record({
    end: fc.integer({ min: synced, max: whole.length }),
    from: fc.nat(600),
    fill: fc.constantFrom(0, 0xff, 0x54),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ end, from, fill }) => {
      const left = Buffer.from(whole.subarray(0, end));
      left.fill(fill, Math.min(end, synced + from), end);
      rmSync(join(folder, DAY), { recursive: true });
      (await import('node:fs')).mkdirSync(join(folder, DAY));
      writeFileSync(fileOf(folder), left);
      writeFileSync(join(folder, DAY, '0.index'), index);
      await (await openVault(folder)).close();
      expect(await checkVault(folder)).toMatchObject({ damaged: [], torn: [] });
      expect(whole.subarray(0, statSync(fileOf(folder)).size).equals(readFileSync(fileOf(folder)))).toBe(
        true,
      );
    }),
    { numRuns: 100 },
  );
});

it('deletes nothing where good contents follow the damage, and goes on in a new file', async () => {
  const folder = vaultFolder();
  const made = await filled(folder, 4);
  const raw = readFileSync(fileOf(folder));
  raw.fill(0, 100, 120);
  writeFileSync(fileOf(folder), raw);
  rmSync(join(folder, DAY, '0.index'));
  const vault = await openVault(folder);
  expect(vault.damages).toMatchObject([{ kind: 'damaged' }]);
  const next = vault.commit(bytes('next')).committed.commitment;
  expect(await textOf(vault, next)).toBe('next');
  await vault.close();
  expect(readFileSync(fileOf(folder)).length).toBe(raw.length);
  expect(statSync(join(folder, DAY, '1.vault')).size).toBe(84);
  expect(made.length).toBe(4);
});

it('derives an index that is short, wrong or zeros', async () => {
  const folder = vaultFolder();
  const made = await filled(folder, 5);
  const index = join(folder, DAY, '0.index');
  const good = readFileSync(index);
  for (const harm of [
    () => truncateSync(index, 100),
    () => writeFileSync(index, Buffer.alloc(good.length)),
    () => rmSync(index),
  ]) {
    harm();
    const vault = await openVault(folder);
    expect(await Promise.all(made.map((one) => textOf(vault, one)))).toEqual(
      made.map((_, i) => `content ${i}`),
    );
    await vault.close();
    expect(readFileSync(index)).toEqual(good);
  }
});

it('keeps contents that a full disk refused, and writes them when there is room', async () => {
  const folder = vaultFolder();
  let full = true;
  const faulty = new FaultDisk(({ name, path }) =>
    full && name === 'write' && path?.endsWith('.vault') ? { kind: 'error', code: 'ENOSPC' } : undefined,
  );
  const vault = await openVault(folder, { disk: faulty.disk });
  const { commitment } = vault.commit(bytes('waits')).committed;
  await expect(vault.flush()).rejects.toMatchObject({ code: 'disk_full' });
  const later = vault.commit(bytes('too')).committed.commitment;
  full = false;
  await vault.flush();
  expect([await textOf(vault, commitment), await textOf(vault, later)]).toEqual(['waits', 'too']);
  await vault.close();
});

it('loses nothing that a flush made durable, whichever step fails', async () => {
  const steps = new FaultDisk(() => undefined);
  await work(vaultFolder(), steps);
  expect(steps.steps).toBeGreaterThan(10);
  for (let at = 0; at < steps.steps; at++) {
    const folder = vaultFolder();
    const durable = await work(
      folder,
      new FaultDisk((_, number) => (number === at ? { kind: 'error', code: 'EIO' } : undefined)),
    );
    const vault = await openVault(folder);
    for (const [commitment, text] of durable)
      expect([at, await textOf(vault, commitment)]).toEqual([at, text]);
    await vault.close();
  }
});

/** Commits, flushes, erases; gives what a flush said is durable. */
async function work(folder: string, faulty: FaultDisk): Promise<Map<string, string>> {
  const durable = new Map<string, string>();
  const vault = await openVault(folder, { disk: faulty.disk, fileBytes: 200 }).catch(() => undefined);
  if (vault === undefined) return durable;
  try {
    const secret = vault.commit(bytes('secret')).committed.commitment;
    for (let i = 0; i < 3; i++) {
      const text = `content number ${i} of three`;
      const { commitment } = vault.commit(bytes(text)).committed;
      await vault.flush();
      durable.set(commitment, text);
    }
    await vault.erase(new Set([secret]));
    await vault.close();
  } catch {
    // The fault; what counts is what was durable before it.
  }
  return durable;
}
