import { TracekitError } from '../model/error.ts';
import { HASH_BYTES, type HashAt, perfectRoot } from './merkle-hash.ts';
import { TILE_HEIGHT, TILE_WIDTH, type Tile, tilePath } from './tile-path.ts';

/** What a reader of tiles throws. */
export type TileReadErrorCode = 'bad_tile';

/** The content of a hash tile, or undefined where there is none. */
export type ReadTile = (tile: Tile & { readonly level: number }) => Uint8Array | undefined;

/**
 * The hashes of a tree of `size` leaves, read from its tiles, for making proofs. What a tile says is not verified:
 * a proof made from wrong tiles does not hold. The reader throws `bad_tile` where a tile is missing or cut short.
 */
export function hashesFromTiles(size: number, readTile: ReadTile): HashAt {
  return (level, index) => {
    const above = level % TILE_HEIGHT;
    const tileLevel = (level - above) / TILE_HEIGHT;
    const count = 2 ** above;
    const first = index * count;
    const tile = tileFor(size, tileLevel, Math.floor(first / TILE_WIDTH));
    const bytes = readTile(tile);
    if (
      bytes === undefined ||
      bytes.length !== tile.width * HASH_BYTES ||
      (first % TILE_WIDTH) + count > tile.width
    ) {
      throw new TracekitError<TileReadErrorCode>(
        'bad_tile',
        `${tilePath(tile)}: expected ${tile.width} hashes, found ${bytes === undefined ? 'no tile' : `${bytes.length} bytes`}; rebuild the tiles with tracekit fsck`,
      );
    }
    const from = (first % TILE_WIDTH) * HASH_BYTES;
    return perfectRoot(
      Array.from({ length: count }, (_, i) =>
        bytes.subarray(from + i * HASH_BYTES, from + (i + 1) * HASH_BYTES),
      ),
    );
  };
}

function tileFor(size: number, level: number, index: number): Tile & { readonly level: number } {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return { level, index, width: Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH)) };
}
