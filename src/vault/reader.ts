import { statSync } from 'node:fs';
import { fromHex } from '../bytes/hex.ts';
import { errno, readSmall } from '../log/disk.ts';
import type { Frame } from './frame.ts';
import { daysIn, KEPT, placesIn, type VaultPlace } from './place.ts';
import { findRow, rowsOf, soundRows } from './rows.ts';
import { VaultFile } from './vault-file.ts';

/** A content and the salt of its commitment: together what opens it. */
export type Opened = { readonly salt: Uint8Array; readonly content: Uint8Array };

/** Where a commitment's frame is. */
export type Found = { readonly place: VaultPlace; readonly frame: Frame };

export type GetOptions = {
  /** The UTC day to look in first: that of the record's time. */
  readonly day?: string;
  /** A longer content is not read; 256 MiB. */
  readonly maxBytes?: number;
};

const MAX_INDEX = 1 << 28;
const MAX_CONTENT = 1 << 28;
/** Indexes held in memory at once; one of a full file has about 2 MB. */
const HELD_INDEXES = 16;

type HeldIndex = { readonly stamp: string; readonly rows: Buffer };

/** Finds contents by their commitments, in a vault that another process may be writing. Synchronous; for readers. */
export class VaultReader {
  readonly #vault: string;
  readonly #held = new Map<string, HeldIndex>();

  constructor(vault: string) {
    this.#vault = vault;
  }

  /** The content of a commitment (64 hex digits), verified against it; undefined where it is gone, damaged or longer than asked. */
  get(commitment: string, options: GetOptions = {}): Opened | undefined {
    return this.#use(commitment, options, (file, frame) => {
      if (frame.length > (options.maxBytes ?? MAX_CONTENT) || !file.verify(frame)) return undefined;
      return { salt: file.salt(frame), content: Buffer.concat([...file.content(frame)]) };
    });
  }

  /** Gives a content of any length block by block; false where it is gone or damaged, in which case blocks may have been given. */
  read(commitment: string, onBlock: (block: Uint8Array) => void, options: GetOptions = {}): boolean {
    const whole = this.#use(commitment, options, (file, frame) => {
      for (const block of file.content(frame)) onBlock(block);
      return file.verify(frame);
    });
    return whole ?? false;
  }

  /** The frame of a commitment, found but not verified. */
  find(commitment: string, options: GetOptions = {}): Found | undefined {
    const hash = fromHex(commitment);
    if (hash?.length !== 32) return undefined;
    for (const folder of this.#folders(options.day)) {
      for (const place of placesIn(this.#vault, folder).reverse()) {
        const frame = this.#lookUp(place, hash, commitment);
        if (frame !== undefined) return { place, frame };
      }
    }
    return undefined;
  }

  #use<T>(commitment: string, options: GetOptions, use: (file: VaultFile, frame: Frame) => T): T | undefined {
    const found = this.find(commitment, options);
    if (found === undefined) return undefined;
    const file = new VaultFile(found.place.path);
    try {
      return use(file, found.frame);
    } finally {
      file.close();
    }
  }

  #folders(day: string | undefined): string[] {
    const days = daysIn(this.#vault).reverse();
    const first = day !== undefined && days.includes(day) ? [day] : [];
    return [...first, KEPT, ...days.filter((one) => one !== day)];
  }

  #lookUp(place: VaultPlace, hash: Uint8Array, commitment: string): Frame | undefined {
    const file = openIfThere(place.path);
    if (file === undefined) return undefined;
    try {
      for (const derive of [false, true]) {
        const offset = findRow(this.#index(place, file, derive), hash);
        if (offset === undefined) return undefined;
        const frame = file.frameAt(offset);
        // An index that a crash left beside a rewritten file names places where something else is now.
        if (frame?.commitment === commitment) return frame;
      }
      return undefined;
    } finally {
      file.close();
    }
  }

  /** A file's rows, from its index as far as that is sound, or derived from the file alone. */
  #index(place: VaultPlace, file: VaultFile, derive: boolean): Buffer {
    const stamp = stampOf(place);
    const held = this.#held.get(place.path);
    if (held?.stamp === stamp && !derive) return held.rows;
    const { size } = file;
    let { rows, end } = soundRows(
      derive ? Buffer.alloc(0) : (readSmall(place.index, MAX_INDEX) ?? Buffer.alloc(0)),
      size,
    );
    if (end < size) rows = Buffer.concat([rows, rowsOf([...file.framesPastDamage(end)])]);
    this.#hold(place.path, { stamp, rows });
    return rows;
  }

  #hold(path: string, index: HeldIndex): void {
    this.#held.delete(path);
    this.#held.set(path, index);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= HELD_INDEXES) break;
      this.#held.delete(oldest);
    }
  }
}

function openIfThere(path: string): VaultFile | undefined {
  try {
    return new VaultFile(path);
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Changes whenever the file or its index does. */
function stampOf({ path, index }: VaultPlace): string {
  return [path, index]
    .map((one) => statSync(one, { throwIfNoEntry: false }))
    .map((found) => (found === undefined ? '-' : `${found.ino}:${found.size}:${found.mtimeMs}`))
    .join(' ');
}
