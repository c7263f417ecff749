import { dirname } from 'node:path';
import { type Disk, errno, writeAll } from '../log/disk.ts';
import { CONTENT_AT, type Frame, HEAD_BYTES, NO_FRAME } from './frame.ts';
import type { VaultPlace } from './place.ts';
import { rowsOf } from './rows.ts';
import { VaultFile } from './vault-file.ts';

const COPY_BYTES = 1 << 20;

/** Where a frame went in the rewritten file. */
type Moved = ReadonlyMap<number, number>;

/**
 * Rewrites a vault file without the contents of these commitments; slices of an erased content go with it. The new
 * file takes the old one's place at once and durably. The disk may still hold the old bytes in free blocks.
 * Gives how many of the commitments it erased.
 */
export async function eraseFrom(
  place: VaultPlace,
  commitments: ReadonlySet<string>,
  disk: Disk,
): Promise<number> {
  const file = new VaultFile(place.path);
  try {
    const frames = [...file.framesPastDamage()];
    const gone = goneFrames(file, frames, commitments);
    if (gone.size === 0) return 0;
    const left = frames.filter(({ offset }) => !gone.has(offset));
    await rewrite({ place, file, left }, disk);
    return frames.filter(({ offset, commitment }) => gone.has(offset) && commitments.has(commitment)).length;
  } finally {
    file.close();
  }
}

function goneFrames(
  file: VaultFile,
  frames: readonly Frame[],
  commitments: ReadonlySet<string>,
): Set<number> {
  const gone = new Set<number>();
  for (const frame of frames) {
    const erased = commitments.has(frame.commitment) || (frame.kind === 'slice' && gone.has(frame.base));
    if (!erased) continue;
    gone.add(frame.offset);
    if (frame.kind === 'pieced') for (const piece of file.pieces(frame)) gone.add(piece.offset);
  }
  return gone;
}

type Rewrite = { readonly place: VaultPlace; readonly file: VaultFile; readonly left: readonly Frame[] };

async function rewrite({ place, file, left }: Rewrite, disk: Disk): Promise<void> {
  const moved = new Map<number, number>([[NO_FRAME, NO_FRAME]]);
  const draft = `${place.path}.draft`;
  const fd = await disk.open(draft, 'replace');
  const frames: Frame[] = [];
  let end = 0;
  try {
    for (const frame of left) {
      await copyFrame({ file, frame, moved }, { fd, at: end }, disk);
      moved.set(frame.offset, end);
      frames.push({ ...frame, offset: end });
      end += frame.size;
    }
    await disk.sync(fd);
  } finally {
    await disk.close(fd);
  }
  // The old index must never stand beside the new file: without one, readers derive it.
  await disk.unlink(place.index).catch((error: unknown) => {
    if (errno(error) !== 'ENOENT') throw error;
  });
  await disk.rename(draft, place.path);
  await disk.syncFolder(dirname(place.path));
  await writeRows(place.index, rowsOf(frames), disk);
}

async function copyFrame(
  from: { readonly file: VaultFile; readonly frame: Frame; readonly moved: Moved },
  to: { readonly fd: number; readonly at: number },
  disk: Disk,
): Promise<void> {
  const { file, frame, moved } = from;
  for (let done = 0; done < frame.size; done += COPY_BYTES) {
    const block = file.read(frame.offset + done, Math.min(COPY_BYTES, frame.size - done));
    if (done === 0 && frame.kind !== 'whole') {
      const linkAt = frame.kind === 'piece' ? HEAD_BYTES : CONTENT_AT;
      block.writeUIntLE(moved.get(frame.base) ?? NO_FRAME, linkAt, 6);
    }
    await writeAll(disk, { fd: to.fd, at: to.at + done }, block);
  }
}

async function writeRows(path: string, rows: Uint8Array, disk: Disk): Promise<void> {
  const fd = await disk.open(path, 'replace');
  try {
    await writeAll(disk, { fd, at: 0 }, rows);
  } finally {
    await disk.close(fd);
  }
}
