import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex } from '../../src/bytes/hex.ts';
import { verifyConsistency, verifyInclusion } from '../../src/proof/merkle.ts';
import { verifyNote } from '../../src/proof/note.ts';
import { decodeRecord } from '../../src/proof/record.ts';
import { parseVkey } from '../../src/proof/vkey.ts';
import { makeVectors } from '../vectors/make.ts';
import type { Content } from '../vectors/story.ts';

// What is derived here is derived by docs/log-format.md and node:crypto alone; then our own code is asked too.
const FOLDER = 'docs/vectors';
const ZERO = '0'.repeat(64);

type Vector = {
  readonly origin: string;
  readonly seeds: readonly string[];
  readonly vkeys: readonly string[];
  readonly leaves: readonly string[];
  readonly roots: readonly string[];
  readonly inclusion: { readonly index: number; readonly size: number; readonly proof: readonly string[] };
  readonly consistency: {
    readonly oldSize: number;
    readonly newSize: number;
    readonly proof: readonly string[];
  };
  readonly tiles: { readonly [path: string]: string };
  readonly contents: readonly Content[];
  readonly running: {
    readonly key: string;
    readonly salt: string;
    readonly digests: readonly string[];
    readonly chains: readonly string[];
  };
};

const vector: Vector = JSON.parse(readFileSync(`${FOLDER}/vector.json`, 'utf8'));
const lines = readFileSync(`${FOLDER}/log/seg/000000000000.ndjson`, 'utf8').split('\n').slice(0, -1);
const records = lines.map((line) => JSON.parse(line));

/** SHA-256 of hex and text pieces joined, as hex. */
function sha256(...pieces: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(typeof piece === 'string' ? Buffer.from(piece, 'hex') : piece);
  return hash.digest('hex');
}

/** RFC 6962 §2.1, word for word. */
function treeHash(leaves: readonly string[]): string {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0]!;
  const k = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return sha256('01', treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

/** RFC 6962 §2.1.1. */
function path(m: number, leaves: readonly string[]): string[] {
  if (leaves.length === 1) return [];
  const k = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return m < k
    ? [...path(m, leaves.slice(0, k)), treeHash(leaves.slice(k))]
    : [...path(m - k, leaves.slice(k)), treeHash(leaves.slice(0, k))];
}

/** RFC 6962 §2.1.2. */
function subproof(m: number, leaves: readonly string[], whole: boolean): string[] {
  if (m === leaves.length) return whole ? [] : [treeHash(leaves)];
  const k = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), whole), treeHash(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), treeHash(leaves.slice(0, k))];
}

function keyOf(seed: string) {
  const der = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(12).toString('hex');
  const id = sha256(Buffer.from(`${vector.origin}\n`), '01', publicKey).slice(0, 8);
  return { key, publicKey, id };
}

function noteOf(size: number, seeds: readonly string[]): string {
  const root = Buffer.from(vector.roots[size]!, 'hex').toString('base64');
  const text = `${vector.origin}\n${size}\n${root}\n`;
  const signatures = seeds.map((seed) => {
    const { key, id } = keyOf(seed);
    const signature = Buffer.concat([Buffer.from(id, 'hex'), sign(null, Buffer.from(text), key)]);
    return `\u2014 ${vector.origin} ${signature.toString('base64')}\n`;
  });
  return `${text}\n${signatures.join('')}`;
}

describe('docs/vectors', () => {
  it('is what the log writes today', async () => {
    for (const [name, text] of await makeVectors()) {
      expect(readFileSync(`${FOLDER}/${name}`, 'utf8'), name).toBe(text);
    }
  });

  it('has lines that are records of the schema', () => {
    const faults = lines
      .map((line) => decodeRecord(Buffer.from(line)))
      .filter(({ kind }) => kind !== 'record');
    expect(faults).toEqual([]);
    expect(lines).toHaveLength(8);
  });

  it('has leaf hashes of the lines, and roots of the leaf hashes', () => {
    expect(lines.map((line) => sha256('00', Buffer.from(line)))).toEqual(vector.leaves);
    expect(Array.from({ length: 9 }, (_, n) => treeHash(vector.leaves.slice(0, n)))).toEqual(vector.roots);
    expect(vector.tiles).toEqual({ 'tile/0/000.p/8': vector.leaves.join('') });
  });

  it('chains the log, the run, and what came after it', () => {
    expect(records.map(({ prev }) => prev)).toEqual([ZERO, ...vector.leaves.slice(0, -1)]);
    expect(records.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const inRun = records.slice(1, 6).map(({ run }) => run);
    const id = sha256(Buffer.from(`tracekit run\0codex\0${records[1].data.session}\0${0}`)).slice(0, 16);
    expect(inRun).toEqual(
      [0, 1, 2, 3, 4].map((seq) => ({ id, seq, prev: seq === 0 ? ZERO : vector.leaves[seq] })),
    );
    expect(records[5].data.last).toBe(4);
    expect(records[7].data).toMatchObject({ run: id, late: { seq: 0, prev: ZERO } });
    expect([0, 6, 7].filter((seq) => 'run' in records[seq])).toEqual([]);
  });

  it('has vkeys of the seeds, and names each in the log', () => {
    const made = vector.seeds.map((seed) => {
      const { id, publicKey } = keyOf(seed);
      return `${vector.origin}+${id}+${Buffer.from(`01${publicKey}`, 'hex').toString('base64')}`;
    });
    expect(made).toEqual(vector.vkeys);
    expect([records[0].data.vkey, records[6].data.vkey]).toEqual(vector.vkeys);
    expect(records[0].data.origin).toBe(vector.origin);
  });

  it.each([
    ['checkpoint-7', 7, 2],
    ['checkpoint', 8, 1],
  ])('has %s, of %i records, signed by %i keys', (name, size, count) => {
    const note = readFileSync(`${FOLDER}/log/${name}`, 'utf8');
    expect(note).toBe(noteOf(size, vector.seeds.slice(-count)));
    const vkeys = vector.vkeys.flatMap((text) => {
      const read = parseVkey(text);
      return read.kind === 'ok' ? [read.value] : [];
    });
    expect(verifyNote(Buffer.from(note), vkeys)).toMatchObject({ kind: 'verified', by: vkeys.slice(-count) });
  });

  it('has an inclusion and a consistency proof that follow from the leaf hashes', () => {
    const { inclusion, consistency, leaves, roots } = vector;
    const bytes = (hex: string) => fromHex(hex)!;
    expect(inclusion.proof).toEqual(path(inclusion.index, leaves));
    expect(consistency.proof).toEqual(subproof(consistency.oldSize, leaves, true));
    const leaf = bytes(leaves[inclusion.index]!);
    const root = bytes(roots[8]!);
    expect(verifyInclusion({ ...inclusion, leaf, root, proof: inclusion.proof.map(bytes) })).toBe(true);
    const oldRoot = bytes(roots[7]!);
    expect(
      verifyConsistency({ ...consistency, oldRoot, newRoot: root, proof: consistency.proof.map(bytes) }),
    ).toBe(true);
  });

  it('has commitments of salt and content, which stand in the records', () => {
    expect(vector.contents).toHaveLength(5);
    for (const { record, field, salt, content, bytes, commitment } of vector.contents) {
      expect(sha256(salt, Buffer.from(content)), field).toBe(commitment);
      expect(Buffer.byteLength(content)).toBe(bytes);
      const holder = field
        .split(/[.[\]]+/)
        .filter((key) => key !== '')
        .reduce((at, key) => at[key], records[record]);
      expect(holder).toMatchObject({ bytes, commitment });
    }
  });

  it('has a part whose commitment is to the raw JSON value inside its line', () => {
    const [line, body] = vector.contents.slice(3);
    expect(line!.content).toContain(`"text":${body!.content}}`);
  });

  it('has running hashes of key and lines, and commits to the key', () => {
    const { key, salt, digests, chains } = vector.running;
    const content = [3, 4].map((seq) => vector.contents.find(({ record }) => record === seq)!.content);
    expect(content.map((text) => sha256(Buffer.from(text)))).toEqual(digests);
    const first = sha256(key, ZERO, digests[0]!);
    expect(chains).toEqual([ZERO, first, sha256(key, first, digests[1]!)]);
    expect([2, 3, 4].map((seq) => records[seq].data.chain)).toEqual(chains);
    expect(records[1].data.key).toEqual({ bytes: 32, commitment: sha256(salt, key) });
    expect(records[4].data.offset).toBe(records[3].data.bytes);
  });
});
