import type { Json } from '../model/record.ts';
import { hex, int, list, object, type Shape, text, union } from '../model/shape.ts';

/** What the first line names (docs/log-format.md "Bundles"). Each line is canonical JSON, so that it has one spelling only. */
export const BUNDLE_FORMAT = 'tracekit-bundle';
/** A bundle of a higher version can't be judged. */
export const BUNDLE_VERSION = 1;

/** A line may have this many bytes; a content is cut into pieces that fit. */
export const MAX_LINE_BYTES = 2 << 20;
/** Bytes of content in a piece; a multiple of 3, so that only the last one has padding. */
export const PIECE_BYTES = 768 << 10;
/** A bundle may have this many bytes unless the caller says otherwise. */
export const MAX_BUNDLE_BYTES = 64 * 2 ** 30;
/** Records outside of the run's chain: late ones, keys, the runs it comes from. */
export const MAX_OTHERS = 100_000;
/** Contents that may be disclosed. */
export const MAX_CONTENTS = 4_000_000;

/**
 * The first line. `size` and `root` (hex) are those of the checkpoint, stated first so that each proof can be checked
 * when it is read; `first` and `last` are the numbers of the run's first and last record in the log.
 */
export type Manifest = {
  readonly format: typeof BUNDLE_FORMAT;
  readonly version: number;
  readonly origin: string;
  readonly run: string;
  readonly size: number;
  readonly root: string;
  readonly first: number;
  readonly last: number;
  readonly records: number;
  readonly late: number;
  readonly base: number;
};

/** Inclusion proofs are lists of hex hashes, from the leaf's sibling up. */
export type Hashes = readonly string[];

/**
 * The lines after the first, in this order. `record`: the run's records, the exact line as a string, with the
 * commitments whose contents follow below. `proof`: the inclusion of the last of them. `late`: records about the run
 * after its end. `base`: what it rests on: the log's opening, its keys, the runs it comes from. `rotation`: for
 * each key change the checkpoint signed by both keys, and the inclusion of its record there. `checkpoint`. `content`
 * and its `piece`s: what is disclosed. `end`.
 */
export type BundleLine =
  | { readonly kind: 'record'; readonly line: string; readonly disclosed?: readonly string[] }
  | { readonly kind: 'proof'; readonly index: number; readonly hashes: Hashes }
  | {
      readonly kind: 'late';
      readonly line: string;
      readonly hashes: Hashes;
      readonly disclosed?: readonly string[];
    }
  | { readonly kind: 'base'; readonly line: string; readonly hashes: Hashes }
  | { readonly kind: 'rotation'; readonly index: number; readonly note: string; readonly hashes: Hashes }
  | { readonly kind: 'checkpoint'; readonly note: string }
  | { readonly kind: 'content'; readonly commitment: string; readonly salt: string; readonly bytes: number }
  | { readonly kind: 'piece'; readonly base64: string }
  | { readonly kind: 'end'; readonly contents: number };

/** The place of each kind in a bundle; a kind of a lower rank may not follow one of a higher. */
export const RANKS: { readonly [kind in BundleLine['kind']]: number } = {
  record: 0,
  proof: 1,
  late: 2,
  base: 3,
  rotation: 4,
  checkpoint: 5,
  content: 6,
  piece: 6,
  end: 7,
};

const anyText: Shape = (value, path) =>
  typeof value === 'string' && value.length > 0 ? undefined : `${path}: expected text`;
const format: Shape = (value, path) =>
  value === BUNDLE_FORMAT ? undefined : `${path}: expected ${BUNDLE_FORMAT}`;
const version: Shape = (value, path) =>
  value === BUNDLE_VERSION ? undefined : `${path}: expected ${BUNDLE_VERSION}`;
const hashes = list(hex(64), 64);
const disclosed = list(hex(64), 1_000);
const word = (kind: string): Shape => text(new RegExp(`^${kind}$`), kind);

/** The closed shape of the first line. */
export const MANIFEST_SHAPE: Shape = object({
  format,
  version,
  origin: text(/^[^\s+]{1,200}$/, 'an origin'),
  run: hex(16),
  size: int(),
  root: hex(64),
  first: int(),
  last: int(),
  records: int(),
  late: int(),
  base: int(),
});

const LINE_SHAPE: Shape = union('kind', {
  record: object({ kind: word('record'), line: anyText }, { disclosed }),
  proof: object({ kind: word('proof'), index: int(), hashes }),
  late: object({ kind: word('late'), line: anyText, hashes }, { disclosed }),
  base: object({ kind: word('base'), line: anyText, hashes }),
  rotation: object({ kind: word('rotation'), index: int(), note: anyText, hashes }),
  checkpoint: object({ kind: word('checkpoint'), note: anyText }),
  content: object({ kind: word('content'), commitment: hex(64), salt: hex(64), bytes: int() }),
  piece: object({ kind: word('piece'), base64: anyText }),
  end: object({ kind: word('end'), contents: int() }),
});

/** What is wrong with a line after the first, or undefined. hostile: whatever JSON. */
export function lineFault(value: Json): string | undefined {
  return LINE_SHAPE(value, 'line');
}
