import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import { parseCheckpoint } from '../../src/proof/checkpoint.ts';
import { MerkleFrontier } from '../../src/proof/merkle.ts';
import { verifyNote } from '../../src/proof/note.ts';
import { decodeRecord, encodeRecord, leafHash } from '../../src/proof/record.ts';
import { formatVkey, parseVkey } from '../../src/proof/vkey.ts';

// The log is of other code than ours; its `data` fits no schema, so only the envelope is judged.
const FOLDER = '../shared/vectors/log';
const present = existsSync(FOLDER);

type Vector = {
  readonly vkey: string;
  readonly leaves: readonly string[];
  readonly roots: { readonly [size: string]: string };
};

function lines(): readonly Uint8Array[] {
  const segments = readdirSync(`${FOLDER}/seg`).sort();
  return segments.flatMap((name) =>
    readFileSync(`${FOLDER}/seg/${name}`, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => new TextEncoder().encode(line)),
  );
}

describe.skipIf(!present)(`the log vector (skipped where ${FOLDER} is absent)`, () => {
  const vector: Vector = present ? JSON.parse(readFileSync(`${FOLDER}/vector.json`, 'utf8')) : undefined;

  it('decodes each record, and encoding it again gives its line', () => {
    expect(lines()).toHaveLength(12);
    for (const line of lines()) {
      const decoded = decodeRecord(line, { check: 'envelope' });
      if (decoded.kind !== 'record') throw new Error(JSON.stringify(decoded));
      expect(toHex(encodeRecord(decoded.record))).toBe(toHex(line));
    }
  });

  it('has these leaf hashes', () => {
    expect(lines().map((line) => toHex(leafHash(line)))).toEqual(vector.leaves);
  });

  it('has these roots at every size', () => {
    const frontier = new MerkleFrontier();
    const roots: Record<string, string> = { 0: toHex(frontier.root()) };
    for (const line of lines()) {
      frontier.append(leafHash(line));
      roots[frontier.size] = toHex(frontier.root());
    }
    expect(roots).toEqual(vector.roots);
  });

  it.each(['checkpoint', 'checkpoint-5'])('verifies its %s', (name) => {
    const vkey = parseVkey(vector.vkey);
    if (vkey.kind !== 'ok') throw new Error(vkey.what);
    expect(formatVkey(vkey.value)).toBe(vector.vkey);
    const verdict = verifyNote(readFileSync(`${FOLDER}/${name}`), [vkey.value]);
    if (verdict.kind !== 'verified') throw new Error(verdict.kind);
    const checkpoint = parseCheckpoint(verdict.note.text);
    if (checkpoint.kind !== 'ok') throw new Error(checkpoint.what);
    expect(toHex(checkpoint.value.root)).toBe(vector.roots[checkpoint.value.size]);
    expect(checkpoint.value.origin).toBe('vector.example/log');
  });
});
