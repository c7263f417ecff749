import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import { GO, GO_ENV, itNeeds, run } from './foreign-tool.ts';
import { type MadeLog, makeLog } from './made-log.ts';
import { genuineNotes, halfSigned, oursOnNote, respelled, tamperedNotes } from './note-claims.ts';
import { oursOnTree, recordClaim, rootClaim, tampered, treeClaim } from './tree-claims.ts';

const PROGRAM = join(import.meta.dirname, 'verify.go');

let log: MadeLog;
beforeAll(async () => {
  log = await makeLog();
});
afterAll(() => log.remove());

/** Go's answer to each claim: '' where it holds. Byte arrays travel as base64, as Go's encoding/json reads them. */
function ask(claims: readonly object[]): readonly string[] {
  const input = JSON.stringify(claims, (_, value) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
    return value?.type === 'Buffer' ? Buffer.from(value.data).toString('base64') : value;
  });
  const { code, out, err } = run('go', ['run', PROGRAM], { input, env: GO_ENV });
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as string[];
}

/** The claims on which the answers are not what the claim says of itself. */
function wrongly(claims: readonly { name: string; holds: boolean }[], answers: readonly string[]): string[] {
  expect(answers).toHaveLength(claims.length);
  return claims
    .map(({ name, holds }, i) =>
      (answers[i] === '') === holds ? '' : `${name}: ${answers[i] || 'accepted'}`,
    )
    .filter((what) => what !== '');
}

/** Records around the edges of tiles, subtrees and the tree. */
const indexes = (size: number) =>
  [0, 1, 2, 63, 127, 128, 255, 256, size - 2, size - 1].filter((i) => i < size);
const sizes = () => [1, 2, 3, 7, 8, 200, 255, 256, 257, log.lines.length];

function trees() {
  return sizes().flatMap((size) => [
    rootClaim(log, size),
    ...indexes(size).flatMap((index) => (index < 0 ? [] : [recordClaim(log, index, size)])),
    ...sizes().flatMap((old) => (old <= size ? [treeClaim(log, old, size)] : [])),
  ]);
}

describe('the log that is asked about', () => {
  it('has a full tile and a partial one, segments, three keys and a checkpoint by two of them', () => {
    expect([...log.tiles.keys()]).toEqual([
      'tile/0/000',
      `tile/0/001.p/${log.lines.length - 256}`,
      'tile/1/000.p/1',
    ]);
    expect(log.vkeys).toHaveLength(3);
    expect(log.checkpoints.filter(({ why }) => why === 'key')).toHaveLength(2);
  });
});

describe('Go sumdb/note', () => {
  itNeeds(GO, 'verifies every checkpoint, with one signature or two, and so do we', () => {
    const claims = genuineNotes(log);
    expect(claims.filter(({ signers }) => signers.length === 2)).toHaveLength(2);
    expect(wrongly(claims, ask(claims))).toEqual([]);
    expect(claims.filter((claim) => !oursOnNote(claim))).toEqual([]);
  });

  itNeeds(GO, 'refuses a checkpoint with any bit of it changed, and so do we', () => {
    const claims = tamperedNotes(log, genuineNotes(log).at(-1)!);
    expect(claims.length).toBeGreaterThan(200);
    expect(wrongly(claims, ask(claims))).toEqual([]);
    expect(claims.filter(oursOnNote).map(({ name }) => name)).toEqual([]);
  });

  itNeeds(GO, 'refuses a key change that one of its two keys did not sign, and so do we', () => {
    const claims = genuineNotes(log).filter(({ signers }) => signers.length === 2);
    const wrong = claims.flatMap(halfSigned);
    expect(wrong).toHaveLength(4);
    expect(wrongly(wrong, ask(wrong))).toEqual([]);
    expect(wrong.filter(oursOnNote)).toEqual([]);
  });

  itNeeds(GO, 'takes a second spelling of base64 that we refuse', () => {
    const claim = genuineNotes(log).at(-1)!;
    const second = { ...claim, note: respelled(claim.note) };
    expect(ask([second])).toEqual(['']);
    expect(oursOnNote(second)).toBe(false);
  });

  itNeeds(GO, "refuses a vkey whose id is not the key's", () => {
    const claim = genuineNotes(log).at(-1)!;
    const vkeys = claim.vkeys.map((vkey) => vkey.replace(/\+.{8}\+/, '+00000000+'));
    expect(ask([{ ...claim, vkeys }])[0]).toMatch(/malformed|verifier/);
  });
});

describe('Go sumdb/tlog', () => {
  itNeeds(GO, 'finds the roots, and verifies the inclusion and consistency proofs, that we made', () => {
    const claims = trees();
    expect(claims.length).toBeGreaterThan(80);
    expect(wrongly(claims, ask(claims))).toEqual([]);
    expect(claims.filter((claim) => !oursOnTree(claim))).toEqual([]);
  });

  itNeeds(GO, 'refuses a changed root, record, index, size or proof, and so do we', () => {
    const claims = trees().flatMap(tampered);
    expect(wrongly(claims, ask(claims))).toEqual([]);
    expect(claims.filter(oursOnTree).map(({ name }) => name)).toEqual([]);
  });

  itNeeds(GO, 'makes the proofs that we make, from our tiles', () => {
    expect(ask([tilesClaim()])).toEqual(['']);
  });

  itNeeds(GO, 'refuses a tile with a bit changed, and one cut short', () => {
    const claim = tilesClaim();
    const wrong = Object.entries(claim.tiles).flatMap(([path, text]) => [
      { ...claim, tiles: { ...claim.tiles, [path]: (text.startsWith('0') ? '1' : '0') + text.slice(1) } },
      { ...claim, tiles: { ...claim.tiles, [path]: text.slice(0, -64) } },
    ]);
    expect(ask(wrong).filter((answer) => answer === '')).toEqual([]);
    expect(wrong).toHaveLength(6);
  });
});

function tilesClaim() {
  const size = log.lines.length;
  const records = indexes(size).map((index) => [index, recordClaim(log, index, size).proof]);
  const older = sizes().map((old) => [old, treeClaim(log, old, size).proof]);
  return {
    ...{ kind: 'tiles', size, root: toHex(log.roots[size]!) },
    tiles: Object.fromEntries([...log.tiles].map(([path, bytes]) => [path, toHex(bytes)])) as Record<
      string,
      string
    >,
    records: Object.fromEntries(records),
    trees: Object.fromEntries(older),
  };
}
