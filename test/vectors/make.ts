import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex } from '../../src/bytes/hex.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import { readCheckpoints } from '../../src/log/checkpoint-index.ts';
import { Log } from '../../src/log/log.ts';
import { listSegments, readSegment } from '../../src/log/segments.ts';
import { consistencyProof, type HashAt, inclusionProof, MerkleFrontier } from '../../src/proof/merkle.ts';
import { leafHash } from '../../src/proof/record.ts';
import { hashesFromTiles, hashTiles, tilePath } from '../../src/proof/tile.ts';
import { formatVkey } from '../../src/proof/vkey.ts';
import { lateGap, type Story, story } from './story.ts';

/** The files of docs/vectors/ but its README: path and text. */
export type VectorFiles = ReadonlyMap<string, string>;

/** 2026-11-30T16:25:40Z; the clock goes on by 250 ms each time it is asked. */
const START = 1_796_055_940_000;

/** Has `Log` write the vector log, with fixed randomness and time, and says what everything in it comes to. */
export async function makeVectors(): Promise<VectorFiles> {
  const root = mkdtempSync(join(tmpdir(), 'tracekit-vectors-'));
  try {
    return await write(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function write(root: string): Promise<VectorFiles> {
  const seeds: Uint8Array[] = [];
  let now = START;
  const clock = () => {
    now += 250;
    return now;
  };
  const options = { home: join(root, 'home'), seen: join(root, 'seen'), assurance: 'dev', clock } as const;
  const log = await Log.open({ ...options, random: fixedRandom(seeds) });
  const vkeys = [formatVkey(log.vkey)];
  const told = story();
  // One batch: the clock is asked for each batch and each checkpoint, and a timer must not come between.
  await log.append(told.drafts);
  await log.sign();
  vkeys.push(formatVkey(await log.rotateKey()));
  await log.append([lateGap(told.run)], { urgent: true });
  await log.close();
  const segment = listSegments(log.paths.segments)[0]!.path;
  const change = readCheckpoints(log.paths.checkpoints).find(({ why }) => why === 'key')!;
  const checkpoint = readFileSync(log.paths.checkpoint, 'utf8');
  const lines = [...readSegment(segment)].map(({ bytes }) => bytes);
  const vector = {
    ...{ origin: log.origin, seeds: seeds.map(toHex), vkeys },
    ...merkle(lines.map(leafHash)),
    ...contentsOf(told),
  };
  return new Map([
    ['log/seg/000000000000.ndjson', readFileSync(segment, 'utf8')],
    ['log/checkpoint', checkpoint],
    ['log/checkpoint-7', change.note],
    ['vector.json', `${JSON.stringify(vector, null, 2)}\n`],
  ]);
}

/** Seeds of the keys in their order (0x11…, 0x22…), and one pattern for everything else; it keeps the seeds. */
function fixedRandom(seeds: Uint8Array[]): (bytes: Uint8Array) => void {
  return (bytes) => {
    if (bytes.length !== 32) {
      bytes.fill(0xee);
      return;
    }
    bytes.fill(0x11 * (seeds.length + 1));
    seeds.push(Uint8Array.from(bytes));
  };
}

function merkle(leaves: readonly Uint8Array[]) {
  const tree = new MerkleFrontier();
  const roots = [toHex(tree.root())];
  for (const leaf of leaves) {
    tree.append(leaf);
    roots.push(toHex(tree.root()));
  }
  const size = leaves.length;
  const tiles = new Map([...hashTiles(leaves)].map(({ tile, bytes }) => [tilePath(tile), bytes]));
  const hashAt: HashAt = hashesFromTiles(size, (tile) => tiles.get(tilePath(tile)));
  return {
    leaves: leaves.map(toHex),
    roots,
    inclusion: { index: 4, size, proof: inclusionProof(4, size, hashAt).map(toHex) },
    consistency: { oldSize: 7, newSize: size, proof: consistencyProof(7, size, hashAt).map(toHex) },
    tiles: Object.fromEntries([...tiles].map(([path, bytes]) => [path, toHex(bytes)])),
  };
}

function contentsOf({ contents, runKey, lines, drafts }: Story) {
  const chains = drafts.slice(1, 4).map(({ data }) => data.chain as string);
  return {
    contents,
    running: {
      key: toHex(runKey),
      salt: '5a'.repeat(32),
      digests: lines.map((l) => sha256Hex(toUtf8(l))),
      chains,
    },
  };
}
