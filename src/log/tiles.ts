import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HASH_BYTES, type HashAt } from '../proof/merkle-hash.ts';
import { leafHash } from '../proof/record.ts';
import { hashesFromTiles, hashTiles, TILE_WIDTH, tilePath } from '../proof/tile.ts';
import { type Disk, readSmall, writeAll } from './disk.ts';
import { makeFolders } from './folders.ts';
import type { HomePaths } from './home.ts';
import { readLog } from './read.ts';

/**
 * Writes the hash tiles of the log's first `size` records that are not there yet (C2SP tlog-tiles). Full tiles that are
 * there are taken as they are, and not read from the log again: `fsck` writes them all anew.
 */
export async function writeTiles(paths: HomePaths, size: number, disk: Disk): Promise<number> {
  let written = 0;
  for (const { tile, bytes } of hashTiles(leavesOf(paths, size))) {
    const path = join(paths.log, tilePath(tile));
    if (existsSync(path)) continue;
    makeFolders(dirname(path));
    await writeTile(path, bytes, disk);
    written++;
  }
  return written;
}

/** Hashes of the tree of `size` records for making proofs, from its tiles. Throws `bad_tile` where one is missing. */
export function tileHashes(paths: HomePaths, size: number): HashAt {
  return hashesFromTiles(size, (tile) => readSmall(join(paths.log, tilePath(tile))));
}

/** Whole or not at all, but not synced: a tile that a crash lost is made again. */
async function writeTile(path: string, bytes: Uint8Array, disk: Disk): Promise<void> {
  const fd = await disk.open(`${path}.draft`, 'replace');
  try {
    await writeAll(disk, { fd, at: 0 }, bytes);
  } finally {
    await disk.close(fd);
  }
  await disk.rename(`${path}.draft`, path);
}

/** The leaf hashes of the first `size` records: from full tiles while there are any, from the log behind them. */
function* leavesOf(paths: HomePaths, size: number): Generator<Uint8Array> {
  let seq = 0;
  while (seq + TILE_WIDTH <= size) {
    const tile = { level: 0, index: seq / TILE_WIDTH, width: TILE_WIDTH };
    const bytes = readSmall(join(paths.log, tilePath(tile)));
    if (bytes?.length !== TILE_WIDTH * HASH_BYTES) break;
    for (let at = 0; at < bytes.length; at += HASH_BYTES) yield bytes.subarray(at, at + HASH_BYTES);
    seq += TILE_WIDTH;
  }
  for (const { bytes } of readLog(paths.segments, seq)) {
    if (seq++ >= size) return;
    yield leafHash(bytes);
  }
}
