import { parseDecimal } from './decimal.ts';
import { fault, type Parsed, parsed } from './parsed.ts';

/** Hashes in a full tile, and entries in a full bundle (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;
/** Levels of the tree in a tile: 2^8 is its width. */
export const TILE_HEIGHT = 8;

/**
 * A tile: hashes of tree level 8·level, from index·256 on, `width` of them (1 to 256); or, level `entries`, the
 * bundle of these entries.
 */
export type Tile = { readonly level: number | 'entries'; readonly index: number; readonly width: number };

/** Its path, `tile/<L>/<N>[.p/<W>]`, N in groups of three digits, all but the last led by `x`. */
export function tilePath(tile: Tile): string {
  const digits = String(tile.index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = padded.match(/.{3}/g)!;
  const path = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${tile.level}/${path}${tile.width < TILE_WIDTH ? `.p/${tile.width}` : ''}`;
}

/** Reads a tile's path; strict: what it prints must be what was read. hostile: whatever text. */
export function parseTilePath(path: string): Parsed<Tile> {
  const shape = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (shape === null) return fault('tile path: expected tile/<level>/<index>[.p/<width>]');
  const [, level, groups, partial] = shape;
  const index = parseDecimal(groups!.replace(/[x/]/g, '').replace(/^0+(?=\d)/, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (index === undefined || width < 1) return fault('tile path: expected an index and width in range');
  const tile: Tile = { level: level === 'entries' ? level : Number(level), index, width };
  return tilePath(tile) === path ? parsed(tile) : fault('tile path: expected its own spelling');
}

/** The hash tiles of a tree of `size` leaves, level by level; the last of each level may be partial. */
export function* tilesOf(size: number): Generator<Tile & { readonly level: number }> {
  let hashes = size;
  for (let level = 0; hashes > 0; level++) {
    for (let index = 0; index * TILE_WIDTH < hashes; index++) {
      yield { level, index, width: Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH) };
    }
    hashes = Math.floor(hashes / TILE_WIDTH);
  }
}

/** The entry bundles of a tree of `size` leaves; the last may be partial. */
export function* bundlesOf(size: number): Generator<Tile & { readonly level: 'entries' }> {
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    yield { level: 'entries', index, width: Math.min(TILE_WIDTH, size - index * TILE_WIDTH) };
  }
}
