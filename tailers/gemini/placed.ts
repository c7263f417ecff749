import type { LineNote } from '../../src/model/reading.ts';
import type { Piece } from './piece.ts';

/** A piece in its place: `path` from the outermost value, the physical line, and its number in the file. */
export type Placed = {
  readonly piece: Piece;
  readonly path: readonly string[];
  readonly line: Buffer;
  readonly number: number;
  readonly notes: Set<LineNote>;
};
