import { TracekitError } from '../model/error.ts';
import { HASH_BYTES, perfectRoot } from './merkle-hash.ts';
import { fault, type Parsed, parsed } from './parsed.ts';
import { TILE_WIDTH, type Tile } from './tile-path.ts';

/** What `encodeBundle` throws. */
export type TileErrorCode = 'tile_entry_too_long';

/** A hash tile with its content: its hashes one after the other. */
export type BuiltTile = { readonly tile: Tile & { readonly level: number }; readonly bytes: Uint8Array };

type OpenTile = { index: number; hashes: Uint8Array[] };

/** An entry's length has two bytes (C2SP tlog-tiles, "Log Entries"). */
const MAX_ENTRY = 65_535;

/** The hash tiles over the leaf hashes, each as it fills, the partial ones at the end. It holds one tile a level. */
export function* hashTiles(leaves: Iterable<Uint8Array>): Generator<BuiltTile> {
  const open: OpenTile[] = [];
  for (const leaf of leaves) {
    let hash = leaf;
    for (let level = 0; ; level++) {
      open[level] ??= { index: 0, hashes: [] };
      const tile = open[level]!;
      tile.hashes.push(hash);
      if (tile.hashes.length < TILE_WIDTH) break;
      yield built(level, tile);
      hash = perfectRoot(tile.hashes);
      open[level] = { index: tile.index + 1, hashes: [] };
    }
  }
  for (const [level, tile] of open.entries()) if (tile.hashes.length > 0) yield built(level, tile);
}

function built(level: number, { index, hashes }: OpenTile): BuiltTile {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [i, hash] of hashes.entries()) bytes.set(hash, i * HASH_BYTES);
  return { tile: { level, index, width: hashes.length }, bytes };
}

/** A bundle's content: each entry led by its length in two bytes, big-endian. Throws `tile_entry_too_long`. */
export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0));
  let at = 0;
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY) {
      throw new TracekitError<TileErrorCode>(
        'tile_entry_too_long',
        `tile entry: expected at most ${MAX_ENTRY} bytes, found ${entry.length}`,
      );
    }
    bytes[at] = entry.length >> 8;
    bytes[at + 1] = entry.length & 0xff;
    bytes.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bytes;
}

/** Reads a bundle of exactly `width` entries; they are views of `bytes`. hostile: whatever bytes. */
export function parseBundle(bytes: Uint8Array, width: number): Parsed<readonly Uint8Array[]> {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = at + 2;
    const end = start + (bytes[at]! << 8) + (bytes[at + 1] ?? 0);
    if (end > bytes.length) return fault(`entry bundle: entry ${entries.length} is cut short at byte ${at}`);
    entries.push(bytes.subarray(start, end));
    at = end;
  }
  if (entries.length !== width)
    return fault(`entry bundle: expected ${width} entries, found ${entries.length}`);
  return parsed(entries);
}
