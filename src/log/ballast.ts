import { type Disk, errno, isFull, readSmall, replaceFile } from './disk.ts';
import type { RandomFill } from './keys.ts';

/** Enough for the record of a refusal, its checkpoint and the vault's entry, many times over. */
export const BALLAST_BYTES = 256 * 1024;

/** Makes the ballast file unless it is there. Random, so that no file system compresses it away. Where the disk is full it is made later. */
export async function keepBallast(
  path: string,
  with_: { readonly disk: Disk; readonly random: RandomFill },
): Promise<boolean> {
  if (readSmall(path)?.length === BALLAST_BYTES) return true;
  const bytes = new Uint8Array(BALLAST_BYTES);
  for (let at = 0; at < bytes.length; at += 65_536) with_.random(bytes.subarray(at, at + 65_536));
  try {
    await replaceFile(with_.disk, path, bytes);
    return true;
  } catch (error) {
    if (!isFull(error)) throw error;
    await dropFile(`${path}.draft`, with_.disk);
    return false;
  }
}

/** Gives the ballast's room to whoever must still write. False where there was none. */
export function dropBallast(path: string, disk: Disk): Promise<boolean> {
  return dropFile(path, disk);
}

async function dropFile(path: string, disk: Disk): Promise<boolean> {
  try {
    await disk.unlink(path);
    return true;
  } catch (error) {
    if (errno(error) === 'ENOENT') return false;
    throw error;
  }
}
