import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { LogSource, SegmentFile } from './source.ts';

const SEGMENT = /^[0-9]{12,16}\.ndjson$/;
const READ_BYTES = 1 << 18;
/** `checkpoints.ndjson` beyond this is not read: it holds a line for each run and ten minutes. */
const MAX_HISTORY_BYTES = 256 << 20;
const MAX_CHECKPOINT_BYTES = 1 << 20;

/** The log of a home on disk: `folder` is its `log` folder. Undefined where there is no folder of segments. */
export function logFiles(folder: string): LogSource | undefined {
  // In this order: a log that grows meanwhile has at least what its checkpoints say.
  const history = readSmall(join(folder, 'checkpoints.ndjson'), MAX_HISTORY_BYTES);
  const checkpoint = readSmall(join(folder, 'checkpoint'), MAX_CHECKPOINT_BYTES);
  const names = namesIn(join(folder, 'seg'));
  if (names === undefined) return undefined;
  return {
    ...segmentFiles(join(folder, 'seg'), names),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    ...(history === undefined ? {} : { history }),
  };
}

function segmentFiles(folder: string, names: readonly string[]): LogSource {
  const segments = names
    .filter((name) => SEGMENT.test(name))
    .map((name) => ({ name, first: Number.parseInt(name, 10), bytes: sizeOf(join(folder, name)) }));
  segments.sort((a, b) => a.first - b.first);
  return { ...readSegments(folder, segments), strangers: names.filter((name) => !SEGMENT.test(name)) };
}

/** The segments of a folder, as a worker is told of them. */
export function readSegments(folder: string, segments: readonly SegmentFile[]): LogSource {
  return {
    segments,
    strangers: [],
    read: (segment, from) => {
      const { name, bytes } = segments[segment]!;
      return piecesOf(join(folder, name), from, bytes);
    },
  };
}

/** The file's bytes from `from` to `to`, in pieces that are valid until the next one is asked for. */
export function* piecesOf(path: string, from: number, to: number): Generator<Uint8Array> {
  const fd = openNoLink(path);
  try {
    const block = new Uint8Array(READ_BYTES);
    for (let at = from; at < to; ) {
      const got = readSync(fd, block, 0, Math.min(block.length, to - at), at);
      if (got === 0) return;
      yield block.subarray(0, got);
      at += got;
    }
  } finally {
    closeSync(fd);
  }
}

/** A file's bytes, undefined where there is none. Throws `EFBIG` beyond `max`: a hostile one must not fill memory. */
export function readSmall(path: string, max: number): Uint8Array | undefined {
  let fd: number;
  try {
    fd = openNoLink(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    const { size } = fstatSync(fd);
    if (size > max)
      throw Object.assign(new Error(`${path}: expected at most ${max} bytes, found ${size}`), {
        code: 'EFBIG',
      });
    const bytes = new Uint8Array(size);
    let at = 0;
    for (let got = -1; got !== 0 && at < size; at += got) got = readSync(fd, bytes, at, size - at, at);
    return bytes.subarray(0, at);
  } finally {
    closeSync(fd);
  }
}

/** Never follows a link and never waits for a FIFO. */
function openNoLink(path: string): number {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw Object.assign(new Error(`${path}: expected a file`), { code: 'EINVAL' });
}

function sizeOf(path: string): number {
  const fd = openNoLink(path);
  const { size } = fstatSync(fd);
  closeSync(fd);
  return size;
}

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
