import { type Disk, nodeDisk, replaceFile } from '../log/disk.ts';
import type { ContentSet } from './content-set.ts';
import type { Frame } from './frame.ts';
import { daysIn, KEPT, placesIn, type VaultPlace } from './place.ts';
import { rowsOf } from './rows.ts';
import { VaultFile } from './vault-file.ts';

/** What a check of a vault found. */
export type VaultCheck = {
  readonly files: number;
  readonly contents: number;
  readonly bytes: number;
  /** Frames whose bytes are not what their commitment says. */
  readonly damaged: readonly { readonly path: string; readonly offset: number }[];
  /** Files that go on behind their last frame with bytes that are none. */
  readonly torn: readonly { readonly path: string; readonly offset: number; readonly bytes: number }[];
};

/**
 * Hashes every content of a vault against its commitment and writes every index anew; `present` gets those that are there,
 * damaged or not. Whoever calls it holds the home's lock.
 */
export async function checkVault(
  vault: string,
  options: { readonly present?: ContentSet; readonly disk?: Disk } = {},
): Promise<VaultCheck> {
  const { present, disk = nodeDisk } = options;
  const places = [KEPT, ...daysIn(vault)].flatMap((folder) => placesIn(vault, folder));
  let contents = 0;
  let bytes = 0;
  const damaged: { path: string; offset: number }[] = [];
  const torn: { path: string; offset: number; bytes: number }[] = [];
  for (const place of places) {
    const { frames, behind, bad, left, end } = checkFile(place);
    for (const { commitment } of [...frames, ...behind]) if (commitment !== '') present?.add(commitment);
    const whole = frames.filter(({ kind }) => kind === 'whole' || kind === 'pieced');
    contents += whole.length;
    bytes += whole.reduce((sum, { length }) => sum + length, 0);
    for (const { offset } of bad) damaged.push({ path: place.path, offset });
    if (left > 0) torn.push({ path: place.path, offset: end, bytes: left });
    await replaceFile(disk, place.index, rowsOf(frames));
  }
  return { files: places.length, contents, bytes, damaged, torn };
}

type FileCheck = {
  readonly frames: Frame[];
  /** Good frames behind a place where there is none. */
  readonly behind: Frame[];
  readonly bad: Frame[];
  readonly left: number;
  readonly end: number;
};

function checkFile(place: VaultPlace): FileCheck {
  const file = new VaultFile(place.path);
  try {
    const frames = [...file.frames()];
    const bad = frames.filter((frame) => !file.verify(frame));
    const last = frames.at(-1);
    const end = last === undefined ? 0 : last.offset + last.size;
    const left = file.size - end;
    return { frames, behind: left > 0 ? [...file.framesPastDamage(end)] : [], bad, left, end };
  } finally {
    file.close();
  }
}
