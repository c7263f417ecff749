import { sha256Hex } from '../bytes/sha256.ts';
import { errno, readSmall } from '../log/disk.ts';
import { BlockFile } from './block-file.ts';
import { CONTENT_AT, type Frame, KNOWN_BYTES, parseFrame, SALT_AT, SALT_BYTES } from './frame.ts';
import { daysIn, KEPT, placesIn, type VaultPlace } from './place.ts';
import { ROW_BYTES, rowsOf, soundRows } from './rows.ts';
import { VaultFile } from './vault-file.ts';

const MAX_INDEX = 1 << 28;
/** Files that are open at once, each with its index in memory: one of a full file has a few MB. */
const OPEN_FILES = 16;

type OpenFile = {
  readonly file: BlockFile;
  readonly path: string;
  readonly rows: Buffer;
  readonly table: Int32Array;
};

type Found = { readonly open: OpenFile; readonly frame: Frame };

/** A content with the salt that opens its commitment. */
export type SaltedContent = { readonly salt: Uint8Array; readonly content: Uint8Array };

/**
 * Reads many contents of one vault, one after the other: files stay open and are looked up by a hash table, where
 * `VaultReader` opens and searches them for each. It sees what was there when it first looked at a file. Synchronous.
 */
export class ContentReader {
  readonly #places: readonly VaultPlace[];
  readonly #open = new Map<string, OpenFile>();
  /** The file of the last hit: what belongs together lies together. */
  #near: VaultPlace | undefined;

  constructor(vault: string) {
    const folders = [...daysIn(vault).reverse(), KEPT];
    this.#places = folders.flatMap((folder) => placesIn(vault, folder).reverse());
  }

  /** The content of a commitment (64 hex digits), verified against it; undefined where it is gone, damaged or longer than `maxBytes`. */
  get(commitment: string, maxBytes: number): Uint8Array | undefined {
    return this.opened(commitment, maxBytes)?.content;
  }

  /** The same with the salt (32 bytes) that opens it. */
  opened(commitment: string, maxBytes: number): SaltedContent | undefined {
    const found = this.#locate(commitment);
    return found === undefined ? undefined : contentOf(found.open, found.frame, maxBytes);
  }

  /** Whether there is such a content; it is not read. */
  has(commitment: string): boolean {
    return this.#locate(commitment) !== undefined;
  }

  close(): void {
    for (const { file } of this.#open.values()) file.close();
    this.#open.clear();
    this.#near = undefined;
  }

  #locate(commitment: string): Found | undefined {
    const hash = Buffer.from(commitment, 'hex');
    if (commitment.length !== 64 || hash.length !== 32) return undefined;
    const near = this.#near === undefined ? undefined : this.#find(this.#near, hash, commitment);
    if (near !== undefined) return near;
    for (const place of this.#places) {
      const found = place === this.#near ? undefined : this.#find(place, hash, commitment);
      if (found === undefined) continue;
      this.#near = place;
      return found;
    }
    return undefined;
  }

  #find(place: VaultPlace, hash: Buffer, commitment: string): Found | undefined {
    const open = this.#file(place);
    const offset = open === undefined ? undefined : lookUp(open, hash);
    if (open === undefined || offset === undefined) return undefined;
    const frame = frameAt(open.file, offset);
    // An index that a crash left beside a rewritten file names places where something else is now.
    return frame?.commitment === commitment ? { open, frame } : undefined;
  }

  #file(place: VaultPlace): OpenFile | undefined {
    const known = this.#open.get(place.path);
    if (known !== undefined) return known;
    const opened = openFile(place);
    if (opened === undefined) return undefined;
    for (const [path, oldest] of this.#open) {
      if (this.#open.size < OPEN_FILES) break;
      oldest.file.close();
      this.#open.delete(path);
    }
    this.#open.set(place.path, opened);
    return opened;
  }
}

function openFile(place: VaultPlace): OpenFile | undefined {
  let file: BlockFile;
  try {
    file = new BlockFile(place.path);
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined;
    throw error;
  }
  const { size } = file;
  const { rows, end } = soundRows(readSmall(place.index, MAX_INDEX) ?? Buffer.alloc(0), size);
  const all = end < size ? Buffer.concat([rows, derivedRows(place.path, end)]) : rows;
  return { file, path: place.path, rows: all, table: tableOf(all) };
}

/** The rows of what the index does not have yet. */
function derivedRows(path: string, from: number): Buffer {
  const file = new VaultFile(path);
  try {
    return rowsOf([...file.framesPastDamage(from)]);
  } finally {
    file.close();
  }
}

/** Open addressing over the commitments' first bytes, which are as good as random; a cell holds a row's number plus one. */
function tableOf(rows: Buffer): Int32Array {
  const count = rows.length / ROW_BYTES;
  let cells = 16;
  while (cells < 2 * count) cells *= 2;
  const table = new Int32Array(cells);
  for (let row = 0; row < count; row++) {
    let cell = rows.readUInt32LE(row * ROW_BYTES) & (cells - 1);
    while (table[cell] !== 0) cell = (cell + 1) & (cells - 1);
    table[cell] = row + 1;
  }
  return table;
}

function lookUp({ rows, table }: OpenFile, wanted: Buffer): number | undefined {
  const mask = table.length - 1;
  for (let cell = wanted.readUInt32LE(0) & mask; table[cell] !== 0; cell = (cell + 1) & mask) {
    const at = (table[cell]! - 1) * ROW_BYTES;
    if (rows.compare(wanted, 0, 32, at, at + 32) === 0) return rows.readUIntLE(at + 32, 6);
  }
  return undefined;
}

function frameAt(file: BlockFile, offset: number): Frame | undefined {
  const frame = parseFrame(file.read(offset, KNOWN_BYTES), offset);
  return frame === undefined || offset + frame.size > file.size ? undefined : frame;
}

function contentOf(open: OpenFile, frame: Frame, maxBytes: number): SaltedContent | undefined {
  if (frame.length > maxBytes) return undefined;
  const salted = saltedOf(open, frame);
  if (salted === undefined) return piecedOf(open.path, frame);
  if (sha256Hex(salted) !== frame.commitment) return undefined;
  return { salt: salted.subarray(0, SALT_BYTES), content: salted.subarray(SALT_BYTES) };
}

/** Salt and content side by side, as they are hashed; undefined for what lies in pieces. */
function saltedOf({ file }: OpenFile, frame: Frame): Buffer | undefined {
  if (frame.kind === 'whole')
    return Buffer.from(file.read(frame.offset + SALT_AT, SALT_BYTES + frame.length));
  if (frame.kind !== 'slice') return undefined;
  const base = frameAt(file, frame.base);
  if (base?.kind !== 'whole' || frame.at + frame.length > base.length) return undefined;
  const salted = Buffer.allocUnsafe(SALT_BYTES + frame.length);
  file.read(frame.offset + SALT_AT, SALT_BYTES).copy(salted);
  file.read(base.offset + CONTENT_AT + frame.at, frame.length).copy(salted, SALT_BYTES);
  return salted;
}

function piecedOf(path: string, frame: Frame): SaltedContent | undefined {
  const file = new VaultFile(path);
  try {
    if (!file.verify(frame)) return undefined;
    return { salt: file.salt(frame), content: Buffer.concat([...file.content(frame)]) };
  } finally {
    file.close();
  }
}
