export { type BuiltTile, encodeBundle, hashTiles, parseBundle } from './tile-content.ts';
export {
  bundlesOf,
  parseTilePath,
  TILE_WIDTH,
  type Tile,
  tilePath,
  tilesOf,
} from './tile-path.ts';
export { hashesFromTiles, type ReadTile } from './tile-read.ts';
