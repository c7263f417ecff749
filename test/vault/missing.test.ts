import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import type { Draft } from '../../src/model/record.ts';
import { checkVault } from '../../src/vault/check.ts';
import { ContentSet } from '../../src/vault/content-set.ts';
import { missingContents } from '../../src/vault/missing.ts';
import { LogMaker } from '../bench/make-log.ts';
import { bytes, DAY, openVault, vaultFolder } from './scratch.ts';

/** A log of these drafts, in one segment; gives the folder of segments. */
function logOf(folder: string, drafts: readonly Draft[]): string {
  const lines: Uint8Array[] = [];
  const log = new LogMaker({
    sink: { append: (_, line) => lines.push(Uint8Array.from(line)), replace: () => {} },
  });
  for (const draft of drafts) log.add(draft);
  log.flush();
  writeFileSync(join(folder, '000000000000.ndjson'), Buffer.concat(lines));
  return folder;
}

/** Two contents, of which a line and a part of it, and what a prompt said; then these drafts. */
async function stand(more: readonly Draft[] = []) {
  const vaultAt = vaultFolder();
  const vault = await openVault(vaultAt);
  const line = vault.commit(bytes('{"say":"a line"}\n'));
  const body = vault.commitSlice(line.ref, 7, 8);
  const prompt = vault.commit(bytes('a prompt')).committed;
  await vault.close();
  const other: Draft = { kind: 'gap', source: 'record', data: { gap: 'tailer_lost', assurance: 'dev' } };
  const drafts: Draft[] = [
    {
      kind: 'model.exchange',
      source: 'record',
      data: { ...line.committed, parts: [{ kind: 'text', body }] },
    },
    { ...other, data: { ...other.data, path: prompt } },
    other,
    ...more,
  ];
  const present = new ContentSet();
  const check = async () => {
    await checkVault(vaultAt, { present });
    return missingContents(segments, present);
  };
  const segments = logOf(vaultFolder(), drafts);
  const erase = async (...commitments: readonly string[]) => {
    const again = await openVault(vaultAt);
    await again.erase(new Set(commitments));
    await again.close();
  };
  return { vaultAt, line: line.committed, body, prompt, check, erase };
}

it('lists nothing where all is there', async () => {
  const { check } = await stand();
  expect(await check()).toEqual({ list: [], count: 0 });
});

it('lists what a record commits to and the vault lacks, with the field and the day', async () => {
  const { check, erase, line, body } = await stand();
  await erase(line.commitment, body.commitment);
  expect(await check()).toEqual({
    count: 2,
    list: [
      { record: 1, field: 'data', bytes: 17, day: DAY },
      { record: 1, field: 'parts.0.body', bytes: 8, day: DAY },
    ],
  });
});

it('lists nothing that a record says was erased', async () => {
  const data = { record: 1, fields: 2, why: 'person' };
  const { check, erase, line, body } = await stand([{ kind: 'vault.erased', source: 'cli', data }]);
  await erase(line.commitment, body.commitment);
  expect((await check()).count).toBe(0);
});

it('lists each content of a day whose folder is gone', async () => {
  const { vaultAt, check } = await stand();
  rmSync(join(vaultAt, DAY), { recursive: true });
  expect((await check()).list.map(({ record }) => record)).toEqual([1, 1, 2]);
});

it('does not miss what lies behind a damaged place', async () => {
  const { vaultAt, check } = await stand();
  const path = join(vaultAt, DAY, '0.vault');
  const file = readFileSync(path);
  file[0] = file[0]! ^ 1;
  writeFileSync(path, file);
  rmSync(join(vaultAt, DAY, '0.index'));
  expect((await check()).list).toMatchObject([
    { record: 1, field: 'data' },
    { record: 1, field: 'parts.0.body' },
  ]);
});

it('knows the commitments that it was given, and no others', () => {
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex);
  fc.assert(
    fc.property(fc.uniqueArray(hash, { maxLength: 3_000 }), fc.array(hash), (some, others) => {
      const set = new ContentSet();
      for (const one of some) set.add(one);
      expect(some.every((one) => set.has(one))).toBe(true);
      expect(others.filter((one) => set.has(one))).toEqual(others.filter((one) => some.includes(one)));
    }),
    { numRuns: 30 },
  );
});

it('takes a commitment in a text for text', async () => {
  const { check } = await stand([
    {
      kind: 'gap',
      source: 'record',
      data: { gap: 'tailer_lost', assurance: 'dev', call: `"commitment":"${'0'.repeat(64)}"` },
    },
  ]);
  expect((await check()).count).toBe(0);
});
