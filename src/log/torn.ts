import { readSync } from 'node:fs';
import { join } from 'node:path';
import { sameBytes } from '../bytes/utf8.ts';
import type { Draft } from '../model/record.ts';
import { type Disk, namesIn, readSmall, replaceFile, writeAll } from './disk.ts';
import type { HomePaths } from './home.ts';
import { listSegments, type Segment } from './segments.ts';
import type { LogPosition } from './walk.ts';

/**
 * Bytes after the last good record are moved aside, not deleted: first copied to `torn/<segment>-<offset>-<n>.pending`,
 * then cut off, then recorded, then named `.recorded`. A crash between any two of these repeats only the rest.
 */
const NAME = /^([0-9]{1,16})-([0-9]{1,16})-[0-9]{1,6}\.pending$/;
const MAX_TORN = 1 << 30;
const COPY_BYTES = 1 << 20;

/** Moves everything from `end` on out of the segments. */
export async function setTornAside(paths: HomePaths, end: LogPosition, disk: Disk): Promise<void> {
  for (const segment of listSegments(paths.segments)) {
    if (segment.first < end.segment) continue;
    const from = segment.first === end.segment ? end.offset : 0;
    await setSegmentAside(paths, segment, { from, keep: segment.first === end.segment, disk });
  }
}

type Aside = { readonly from: number; readonly keep: boolean; readonly disk: Disk };

async function setSegmentAside(
  paths: HomePaths,
  segment: Segment,
  { from, keep, disk }: Aside,
): Promise<void> {
  const fd = await disk.open(segment.path, 'write');
  try {
    if (disk.size(fd) > from) {
      await copyAside(paths.torn, { fd, segment: segment.first, from }, disk);
      await disk.truncate(fd, from);
      await disk.sync(fd);
    }
  } finally {
    await disk.close(fd);
  }
  if (keep) return;
  await disk.unlink(segment.path);
  await disk.syncFolder(paths.segments);
}

type Tail = { readonly fd: number; readonly segment: number; readonly from: number };

async function copyAside(folder: string, tail: Tail, disk: Disk): Promise<void> {
  const bytes = Buffer.alloc(Math.min(disk.size(tail.fd) - tail.from, MAX_TORN));
  for (let at = 0; at < bytes.length; ) {
    const got = readSync(tail.fd, bytes, at, bytes.length - at, tail.from + at);
    if (got === 0) break;
    at += got;
  }
  for (let n = 0; ; n++) {
    const path = join(folder, `${tail.segment}-${tail.from}-${n}`);
    const there = readSmall(`${path}.pending`, MAX_TORN);
    // The same bytes: a start that was cut short before it could cut them off.
    if (there !== undefined && sameBytes(there, bytes)) return;
    if (there !== undefined || readSmall(`${path}.recorded`, MAX_TORN) !== undefined) continue;
    return replaceFile(disk, `${path}.pending`, bytes);
  }
}

/** What was set aside and not yet recorded: the drafts that say so, and what to do once they are durable. */
export function unrecordedTorn(
  paths: HomePaths,
  disk: Disk,
): { readonly drafts: Draft[]; readonly recorded: () => Promise<void> } {
  const names = namesIn(paths.torn).filter((name) => NAME.test(name));
  const drafts = names.map((name): Draft => {
    const [, segment, offset] = NAME.exec(name)!;
    const bytes = readSmall(join(paths.torn, name), MAX_TORN)?.length ?? 0;
    const data = { what: 'torn_tail', bytes, offset: Number(offset), segment: Number(segment) };
    return { kind: 'recovered', source: 'signer', data };
  });
  const recorded = async () => {
    for (const name of names) {
      await disk.rename(join(paths.torn, name), join(paths.torn, name.replace(/pending$/, 'recorded')));
    }
  };
  return { drafts, recorded };
}

/**
 * Writes the unsigned tail over itself and syncs it. After a failed fsync the kernel may count a page as written that
 * is not, and would hand it out as if it were; written again, it is dirty again.
 */
export async function rewriteTail(
  paths: HomePaths,
  range: { readonly from: LogPosition; readonly to: LogPosition },
  disk: Disk,
): Promise<void> {
  for (const { first, path } of listSegments(paths.segments)) {
    if (first < range.from.segment || first > range.to.segment) continue;
    const fd = await disk.open(path, 'write');
    try {
      const block = Buffer.alloc(COPY_BYTES);
      const end = disk.size(fd);
      for (let at = first === range.from.segment ? range.from.offset : 0; at < end; ) {
        const got = await disk.read(fd, block, at);
        if (got === 0) break;
        await writeAll(disk, { fd, at }, block.subarray(0, got));
        at += got;
      }
      await disk.sync(fd);
    } finally {
      await disk.close(fd);
    }
  }
}
