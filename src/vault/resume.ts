import { type Disk, readSmall } from '../log/disk.ts';
import type { Frame } from './frame.ts';
import type { VaultPlace } from './place.ts';
import { rowsOf, soundRows } from './rows.ts';
import { VaultFile } from './vault-file.ts';

/**
 * Bytes of a vault file that are no good frames. `cut`: a crash left them at the end, and they are gone; no record
 * names them, since the vault is durable before its records. `damaged`: good frames follow, so they were left.
 */
export type VaultDamage = {
  readonly kind: 'cut' | 'damaged';
  readonly place: VaultPlace;
  readonly offset: number;
  readonly bytes: number;
};

/** Where a vault file goes on: its size and its index's rows. Absent `end`: it is damaged and takes no more. */
export type Resumed = { readonly rows: Buffer; readonly end?: number; readonly damage?: VaultDamage };

const MAX_INDEX = 1 << 28;

/** Makes a file whole again after a crash: frames that the index misses are verified and indexed, a torn end is cut off. */
export async function resumeFile(place: VaultPlace, disk: Disk): Promise<Resumed> {
  const file = new VaultFile(place.path);
  try {
    const { size } = file;
    const known = soundRows(readSmall(place.index, MAX_INDEX) ?? Buffer.alloc(0), size);
    const { frames, end } = goodFrames(file, known.end);
    const rows = Buffer.concat([known.rows, rowsOf(frames)]);
    if (end === size) return { rows, end };
    const next = file.nextGood(end + 1);
    if (next !== undefined)
      return { rows, damage: { kind: 'damaged', place, offset: end, bytes: next - end } };
    await cut(place.path, end, disk);
    return { rows, end, damage: { kind: 'cut', place, offset: end, bytes: size - end } };
  } finally {
    file.close();
  }
}

function goodFrames(file: VaultFile, from: number): { readonly frames: Frame[]; readonly end: number } {
  const frames: Frame[] = [];
  let end = from;
  for (const frame of file.frames(from)) {
    if (!file.verify(frame)) break;
    frames.push(frame);
    end += frame.size;
  }
  return { frames, end };
}

async function cut(path: string, end: number, disk: Disk): Promise<void> {
  const fd = await disk.open(path, 'write');
  try {
    await disk.truncate(fd, end);
    await disk.sync(fd);
  } finally {
    await disk.close(fd);
  }
}
