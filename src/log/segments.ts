import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_RECORD_BYTES } from '../model/record.ts';
import { namesIn } from './disk.ts';

/** A segment takes no further batch from this size on: 64 MiB. */
export const SEGMENT_BYTES = 64 * 1024 * 1024;

const READ_BYTES = 1 << 20;
const NAME = /^[0-9]{12}\.ndjson$/;
const NEWLINE = 0x0a;

/** A segment of the log: `first` is the sequence number of its first record. */
export type Segment = { readonly first: number; readonly path: string };

/**
 * A line of a segment. `offset` is its first byte in the file. `whole` is false for bytes that no newline ends: the
 * file's last ones, or more than a record may have; nothing follows them.
 */
export type SegmentLine = { readonly bytes: Buffer; readonly offset: number; readonly whole: boolean };

/** The file's name of the segment whose first record has this number. */
export function segmentName(first: number): string {
  return `${String(first).padStart(12, '0')}.ndjson`;
}

/** The folder's segments in order. Other names are left out. */
export function listSegments(folder: string): Segment[] {
  return namesIn(folder)
    .filter((name) => NAME.test(name))
    .map((name) => ({ first: Number(name.slice(0, 12)), path: join(folder, name) }));
}

/** Reads a segment line by line from byte `from` on, holding one block of it in memory. */
export function* readSegment(path: string, from = 0): Generator<SegmentLine> {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    let rest = Buffer.alloc(0);
    let offset = from;
    for (;;) {
      const block = readBlock(fd, rest, offset + rest.length);
      if (block.length === rest.length) break;
      let start = 0;
      for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
        yield { bytes: block.subarray(start, end), offset: offset + start, whole: true };
        start = end + 1;
      }
      rest = block.subarray(start);
      offset += start;
      if (rest.length > MAX_RECORD_BYTES) break;
    }
    if (rest.length > 0) yield { bytes: rest, offset, whole: false };
  } finally {
    closeSync(fd);
  }
}

/** A fresh block, so that lines handed out earlier keep their bytes: what was left over, then what the file has next. */
function readBlock(fd: number, rest: Buffer, position: number): Buffer<ArrayBuffer> {
  const block = Buffer.allocUnsafe(rest.length + READ_BYTES);
  rest.copy(block);
  const got = readSync(fd, block, rest.length, READ_BYTES, position);
  return block.subarray(0, rest.length + got);
}
