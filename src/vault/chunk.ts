import type { VaultPlace } from './place.ts';
import { ROW_BYTES } from './rows.ts';

/** A vault file that takes frames. `end` counts those that wait in chunks; `indexed` the index's bytes on the disk. */
export type OpenFile = {
  readonly place: VaultPlace;
  end: number;
  indexed: number;
  /** Rows that the disk does not have yet. */
  rows: Buffer[];
  fd: number | undefined;
};

/** Frames that wait to be written, side by side as the file will have them, and their index rows. */
export type Chunk = {
  readonly file: OpenFile;
  /** Where in the file the chunk begins. */
  readonly start: number;
  readonly bytes: Buffer;
  used: number;
  rows: Buffer;
  rowsUsed: number;
};

export const CHUNK_BYTES = 1 << 20;
const FIRST_ROWS = 256 * ROW_BYTES;

export function newChunk(file: OpenFile, bytes: Buffer): Chunk {
  return { file, start: file.end, bytes, used: 0, rows: Buffer.allocUnsafe(FIRST_ROWS), rowsUsed: 0 };
}

/** Room for one more row; gives its place in `rows`. */
export function nextRow(chunk: Chunk): number {
  if (chunk.rowsUsed + ROW_BYTES > chunk.rows.length) {
    chunk.rows = Buffer.concat([chunk.rows, Buffer.allocUnsafe(chunk.rows.length)]);
  }
  const at = chunk.rowsUsed;
  chunk.rowsUsed += ROW_BYTES;
  return at;
}
