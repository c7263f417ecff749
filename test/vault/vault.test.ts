import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import { VaultReader } from '../../src/vault/reader.ts';
import { bytes, DAY, DAY_MS, openVault, pattern, START, textOf, vaultFolder } from './scratch.ts';

it('commits to SHA-256 of salt and content, and gives both back', async () => {
  const vault = await openVault(vaultFolder());
  const { committed } = vault.commit(bytes('rm -rf build'));
  const opened = await vault.get(committed.commitment);
  expect(Buffer.from(opened!.content).toString()).toBe('rm -rf build');
  expect(sha256Hex(Buffer.concat([opened!.salt, opened!.content]))).toBe(committed.commitment);
  expect(committed.bytes).toBe(12);
  await vault.close();
});

it('commits to the same content differently each time', async () => {
  const vault = await openVault(vaultFolder());
  const commitments = Array.from({ length: 3_000 }, () => vault.commit(bytes('ls')).committed.commitment);
  expect(new Set(commitments).size).toBe(3_000);
  await vault.close();
});

it('gives a slice its own salt without storing its bytes again', async () => {
  const folder = vaultFolder();
  const vault = await openVault(folder);
  const { ref } = vault.commit(pattern(100_000));
  const slice = vault.commitSlice(ref, 40_001, 50_000);
  const { content, salt } = (await vault.get(slice.commitment))!;
  expect(Buffer.from(content)).toEqual(pattern(100_000).subarray(40_001, 90_001));
  expect(sha256Hex(Buffer.concat([salt, content]))).toBe(slice.commitment);
  await vault.close();
  expect(readdirSync(join(folder, DAY))).toEqual(['0.index', '0.vault']);
});

it('opens every slice of every content after any flushes, restarts and file changes', async () => {
  const plan = fc.array(
    fc.record({
      length: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(1 << 20, (1 << 20) + 1, 2_500_000)),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      next: fc.constantFrom('nothing', 'flush', 'restart', 'flush and slice', 'forget index'),
      kept: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(plan, async (steps) => {
      const folder = vaultFolder();
      let vault = await openVault(folder, { fileBytes: 400 });
      const expected = new Map<string, Buffer>();
      for (const { length, at, next, kept } of steps) {
        const content = pattern(length);
        const { committed, ref } = kept ? vault.commitKept(content) : vault.commit(content);
        expected.set(committed.commitment, content);
        const start = Math.floor(at * length);
        if (next.startsWith('flush')) await vault.flush();
        expected.set(vault.commitSlice(ref, start, length - start).commitment, content.subarray(start));
        if (next !== 'restart' && next !== 'forget index') continue;
        await vault.close();
        if (next === 'forget index') {
          for (const name of readdirSync(folder)) rmSync(join(folder, name, '0.index'), { force: true });
        }
        vault = await openVault(folder, { fileBytes: 400 });
        expect(vault.damages).toEqual([]);
      }
      for (const [commitment, content] of expected) {
        expect(Buffer.compare((await vault.get(commitment))!.content, content)).toBe(0);
      }
      await vault.close();
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 25 },
  );
});

it('takes a long content in pieces, with one commitment over all of it, while others are committed', async () => {
  const vault = await openVault(vaultFolder(), { fileBytes: 1_000 });
  const stream = vault.stream();
  const piece = pattern(1_500_000);
  const others: string[] = [];
  for (let i = 0; i < 6; i++) {
    await stream.write(piece);
    others.push(vault.commit(bytes(`other ${i}`)).committed.commitment);
  }
  const committed = stream.end();
  const { content, salt } = (await vault.get(committed.commitment))!;
  expect(committed.bytes).toBe(9_000_000);
  expect(Buffer.compare(content, Buffer.concat(Array(6).fill(piece)))).toBe(0);
  expect(sha256Hex(Buffer.concat([salt, content]))).toBe(committed.commitment);
  expect(await Promise.all(others.map((one) => textOf(vault, one)))).toEqual(
    others.map((_, i) => `other ${i}`),
  );
  await vault.close();
});

it('gives a content block by block to a reader that cannot hold it', async () => {
  const folder = vaultFolder();
  const vault = await openVault(folder);
  const { committed } = vault.commit(pattern(3_000_000));
  await vault.close();
  const blocks: Uint8Array[] = [];
  const reader = new VaultReader(folder);
  expect(reader.read(committed.commitment, (block) => blocks.push(block))).toBe(true);
  expect(blocks.length).toBeGreaterThan(2);
  expect(Buffer.concat(blocks).equals(pattern(3_000_000))).toBe(true);
  expect(reader.get(committed.commitment, { maxBytes: 1_000 })).toBeUndefined();
});

it('puts a content into the folder of its day, and what is kept beside them', async () => {
  const folder = vaultFolder();
  let now = START;
  const vault = await openVault(folder, { clock: () => now });
  const first = vault.commit(bytes('monday')).committed.commitment;
  await vault.flush();
  now += DAY_MS;
  const second = vault.commit(bytes('tuesday')).committed.commitment;
  const kept = vault.commitKept(bytes('never push')).committed.commitment;
  await vault.flush();
  expect(readdirSync(folder).sort()).toEqual([DAY, '2026-12-01', 'kept']);
  expect(await vault.expire('2026-12-01')).toEqual([DAY]);
  expect(await Promise.all([first, second, kept].map((one) => textOf(vault, one)))).toEqual([
    undefined,
    'tuesday',
    'never push',
  ]);
  await vault.close();
});

it('does not give a content that was changed on the disk', async () => {
  const folder = vaultFolder();
  const vault = await openVault(folder);
  const { committed } = vault.commit(bytes('what was said'));
  await vault.close();
  const path = join(folder, DAY, '0.vault');
  const raw = (await import('node:fs')).readFileSync(path);
  writeFileSync(path, Buffer.from(raw.toString('latin1').replace('was said', 'was sold'), 'latin1'));
  expect(new VaultReader(folder).get(committed.commitment)).toBeUndefined();
});

it('finds nothing for what is no commitment', async () => {
  const folder = vaultFolder();
  const vault = await openVault(folder);
  vault.commit(bytes('x'));
  await vault.close();
  const reader = new VaultReader(folder);
  for (const odd of ['', 'zz', '0'.repeat(64), '../../etc/passwd', 'A'.repeat(64)])
    expect(reader.get(odd)).toBeUndefined();
  expect(existsSync(join(folder, DAY))).toBe(true);
});
