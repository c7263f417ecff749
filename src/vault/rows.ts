import { putBytes, type RawDigest, rawOf } from '../bytes/raw-digest.ts';
import { type Frame, writeSix } from './frame.ts';

/**
 * The index of a vault file, `<n>.index`: a row for each frame, in order: commitment (32 bytes, zeros for a piece),
 * offset (6), size (6), 4 zero bytes. It is written behind the vault's sync and without one of its own: derivable.
 */
export const ROW_BYTES = 48;

/** Writes a frame's row. */
export function writeRow(
  into: Buffer,
  at: number,
  row: { readonly commitment?: RawDigest; readonly offset: number; readonly size: number },
): void {
  if (row.commitment === undefined) into.fill(0, at, at + 32);
  else putBytes(row.commitment, into, at);
  writeSix(into, row.offset, at + 32);
  writeSix(into, row.size, at + 38);
  for (let i = 44; i < ROW_BYTES; i++) into[at + i] = 0;
}

/** The rows of frames. */
export function rowsOf(frames: readonly Frame[]): Buffer {
  const rows = Buffer.alloc(frames.length * ROW_BYTES);
  for (const [i, { commitment, offset, size }] of frames.entries()) {
    const digest = rawOf(commitment);
    writeRow(rows, i * ROW_BYTES, { offset, size, ...(digest !== '' && { commitment: digest }) });
  }
  return rows;
}

/**
 * How far the rows describe a file without a hole: the rows that do, and the offset behind the last one's frame.
 * A row that a crash left as zeros or garbage does not continue the one before it.
 */
export function soundRows(rows: Buffer, fileSize: number): { readonly rows: Buffer; readonly end: number } {
  let end = 0;
  let at = 0;
  for (; at + ROW_BYTES <= rows.length; at += ROW_BYTES) {
    const size = rows.readUIntLE(at + 38, 6);
    if (rows.readUIntLE(at + 32, 6) !== end || size === 0 || end + size > fileSize) break;
    end += size;
  }
  return { rows: rows.subarray(0, at), end };
}

/** The offset of the frame with this commitment (32 bytes), or undefined. */
export function findRow(rows: Buffer, commitment: Uint8Array): number | undefined {
  for (let at = rows.indexOf(commitment); at >= 0; at = rows.indexOf(commitment, at + 1)) {
    if (at % ROW_BYTES === 0) return rows.readUIntLE(at + 32, 6);
  }
  return undefined;
}
