import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ContentReader } from '../../src/vault/content-reader.ts';
import { Vault } from '../../src/vault/vault.ts';

const MAX = 32 << 20;

async function filled(contents: readonly Uint8Array[]) {
  const vault = mkdtempSync(join(tmpdir(), 'tracekit-contents-'));
  onTestFinished(() => rmSync(vault, { recursive: true, force: true }));
  const writer = await Vault.open({ vault, clock: () => Date.parse('2026-11-30T12:00:00Z') });
  const kept = contents.map((content) => writer.commit(content));
  const slice = writer.commitSlice(kept[0]!.ref, 2, 3);
  await writer.close();
  const reader = new ContentReader(vault);
  onTestFinished(() => reader.close());
  return {
    vault,
    reader,
    commitments: kept.map(({ committed }) => committed.commitment),
    slice: slice.commitment,
  };
}

const CONTENTS = ['hello world', '', 'x'.repeat(700_000), 'last'].map((text) => Buffer.from(text));

describe('contents read one after the other', () => {
  it('are the ones that were committed to, short, empty and long', async () => {
    const { reader, commitments } = await filled(CONTENTS);
    const read = commitments.map((commitment) => reader.get(commitment, MAX));
    expect(read.map((one, i) => Buffer.from(one!).equals(CONTENTS[i]!))).toEqual([true, true, true, true]);
  });

  it('are found as parts of others too', async () => {
    const { reader, slice } = await filled(CONTENTS);
    expect(Buffer.from(reader.get(slice, MAX)!).toString()).toBe('llo');
  });

  it('are found where the index is gone', async () => {
    const { vault, reader, commitments } = await filled(CONTENTS);
    const day = join(vault, '2026-11-30');
    for (const name of readdirSync(day)) if (name.endsWith('.index')) rmSync(join(day, name));
    expect(Buffer.from(reader.get(commitments[3]!, MAX)!).toString()).toBe('last');
  });

  it('are none where they are longer than asked, unknown, or damaged', async () => {
    const { vault, commitments } = await filled(CONTENTS);
    const files = readdirSync(join(vault, '2026-11-30')).filter((name) => name.endsWith('.vault'));
    const file = join(vault, '2026-11-30', files[0]!);
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('hello')]! ^= 1;
    writeFileSync(file, bytes);
    const reader = new ContentReader(vault);
    onTestFinished(() => reader.close());
    expect(reader.get(commitments[0]!, MAX)).toBeUndefined();
    expect(reader.get('f'.repeat(64), MAX)).toBeUndefined();
    expect(reader.get(commitments[2]!, 10)).toBeUndefined();
  });
});
