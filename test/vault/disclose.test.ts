import { expect, it } from 'vitest';
import { type LogRecord, ZERO_HASH } from '../../src/model/record.ts';
import { commitmentsIn, disclose } from '../../src/vault/disclose.ts';
import { VaultReader } from '../../src/vault/reader.ts';
import { bytes, openVault, vaultFolder } from './scratch.ts';

const hash = (digit: string) => digit.repeat(64);

it('finds the commitments in a record’s data, each once, at any depth of its schema', () => {
  const name = { bytes: 1, commitment: hash('a') };
  const data = {
    bytes: 3,
    commitment: hash('b'),
    parts: [{ kind: 'call', name, input: name }],
    chain: hash('c'),
  };
  expect(commitmentsIn(data)).toEqual([{ bytes: 3, commitment: hash('b') }, name]);
});

it('gives each commitment of a record with its content, or without where it is gone', async () => {
  const folder = vaultFolder();
  const vault = await openVault(folder);
  const name = vault.commit(bytes('Bash')).committed;
  await vault.close();
  const data = { tool: 'Bash', verdict: 'deny', name, input: { bytes: 9, commitment: hash('d') } };
  const time = '2026-11-30T16:25:00.000Z';
  const record: LogRecord = {
    v: 2,
    seq: 5,
    prev: ZERO_HASH,
    time,
    kind: 'call.decided',
    source: 'signer',
    data,
  };
  const found = [...disclose(new VaultReader(folder), [record])];
  expect(
    found.map(({ seq, bytes: length, opened }) => [
      seq,
      length,
      opened && Buffer.from(opened.content).toString(),
    ]),
  ).toEqual([
    [5, 4, 'Bash'],
    [5, 9, undefined],
  ]);
});
