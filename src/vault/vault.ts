import { randomFillSync } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hexOf, type RawDigest } from '../bytes/raw-digest.ts';
import { type Disk, nodeDisk } from '../log/disk.ts';
import type { Committed } from '../model/record.ts';
import { eraseFrom } from './erase.ts';
import { FolderWriter } from './folder-writer.ts';
import { type ContentRef, FrameWriter, PIECE_BYTES, type Whole } from './frame-writer.ts';
import { dayOf, daysIn, KEPT, type VaultPlace } from './place.ts';
import { type GetOptions, type Opened, VaultReader } from './reader.ts';
import type { VaultDamage } from './resume.ts';
import { Salts } from './salts.ts';

export type VaultOptions = {
  /** The vault's folder (`HomePaths.vault`); whoever opens it holds the home's lock. */
  readonly vault: string;
  /** Milliseconds since 1970: it says which day's folder a content goes to. */
  readonly clock: () => number;
  readonly random?: (bytes: Uint8Array) => unknown;
  readonly disk?: Disk;
  /** A vault file takes no more from this size on; 64 MiB. */
  readonly fileBytes?: number;
};

/** A content and the place that slices of it are made from. */
export type Kept = { readonly committed: Committed; readonly ref: ContentRef };

/** A long content as it comes. */
export type ContentStream = {
  /** Adds bytes; resolves when there is room in memory for more. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Ends the content and gives its one commitment, over all of it. */
  readonly end: () => Committed;
  /** Gives it up; what was written is never found. */
  readonly abandon: () => void;
};

type Side = { readonly folder: FolderWriter; readonly frames: FrameWriter };

/** Bytes of a stream that wait in memory before they are flushed. */
const STREAM_WAITING = 4 * PIECE_BYTES;

/**
 * The contents that records commit to, open for writing. `commit` costs no disk access: nothing is durable before
 * `flush`, which is the log's `beforeSync`.
 */
export class Vault {
  /** What a crash or damage left of the files that were written last. */
  readonly damages: readonly VaultDamage[];
  readonly #vault: string;
  readonly #disk: Disk;
  readonly #days: Side;
  readonly #kept: Side;
  readonly #reader: VaultReader;

  private constructor(
    options: VaultOptions,
    sides: { readonly days: Side; readonly kept: Side },
    damages: readonly VaultDamage[],
  ) {
    this.damages = damages;
    this.#vault = options.vault;
    this.#disk = options.disk ?? nodeDisk;
    this.#days = sides.days;
    this.#kept = sides.kept;
    this.#reader = new VaultReader(options.vault);
  }

  static async open(options: VaultOptions): Promise<Vault> {
    const disk = options.disk ?? nodeDisk;
    await disk.makeFolder(options.vault);
    const salts = new Salts(options.random ?? randomFillSync);
    const side = (folder: () => string): Side => {
      const writer = new FolderWriter({ ...options, disk, folder });
      return { folder: writer, frames: new FrameWriter(writer.room, salts) };
    };
    const today = () => dayOf(options.clock());
    const last = daysIn(options.vault).at(-1);
    // The files of an earlier day take no more, but a crash may have torn the newest of them.
    const resumed = [side(() => last ?? today()), side(() => KEPT)] as const;
    const damages = await Promise.all(resumed.map(({ folder }) => folder.resume()));
    const days = last === today() ? resumed[0] : side(today);
    return new Vault(
      options,
      { days, kept: resumed[1] },
      damages.flatMap((damage) => damage ?? []),
    );
  }

  /** Commits to a content, for as long as retention keeps its day. The ref is good while the bytes are left as they are. */
  commit(content: Uint8Array): Kept {
    return keptOf(commitTo(this.#days, content));
  }

  /** As `commit`, where the commitment is not wanted as text. */
  commitRaw(content: Uint8Array): Whole {
    return commitTo(this.#days, content);
  }

  /** Commits to what retention must not take: constraints, scopes, their prompts, keys of running hashes. */
  commitKept(content: Uint8Array): Kept {
    return keptOf(commitTo(this.#kept, content));
  }

  /** Commits to a part of a content: `length` bytes from byte `at`. The bytes are not stored twice. */
  commitSlice(ref: ContentRef, at: number, length: number): Committed {
    return { bytes: length, commitment: hexOf(this.commitRawSlice(ref, at, length)) };
  }

  /** As `commitSlice`, where the commitment is not wanted as text. */
  commitRawSlice(ref: ContentRef, at: number, length: number): RawDigest {
    const side = ref.file.place.folder === KEPT ? this.#kept : this.#days;
    return side.frames.slice(ref, at, length);
  }

  /** Begins a content that does not fit in memory. */
  stream(): ContentStream {
    const { folder, frames } = this.#days;
    folder.hold();
    const pieces = frames.pieces();
    let open = true;
    const finish = () => {
      if (open) folder.release();
      open = false;
    };
    return {
      write: async (bytes) => {
        pieces.add(bytes);
        if (folder.waiting > STREAM_WAITING) await folder.flush();
      },
      end: () => {
        const { commitment, bytes } = pieces.end();
        finish();
        return { bytes, commitment: hexOf(commitment) };
      },
      abandon: finish,
    };
  }

  /** Makes all that was committed to durable. Throws `disk_full`, with nothing lost; any other error is fatal, never tried again. */
  async flush(): Promise<void> {
    await Promise.all([this.#kept.folder.flush(), this.#days.folder.flush()]);
  }

  /** The content of a commitment, verified; undefined where it is gone, damaged or longer than asked. */
  async get(commitment: string, options: GetOptions = {}): Promise<Opened | undefined> {
    await this.flush();
    return this.#reader.get(commitment, options);
  }

  /** Removes the contents of all days before `day` (`YYYY-MM-DD`); gives those days. `kept` stays. */
  async expire(day: string): Promise<readonly string[]> {
    await this.flush();
    const gone = daysIn(this.#vault).filter(
      (one) => one < day && one !== this.#days.folder.writingTo?.folder,
    );
    for (const one of gone) await rm(join(this.#vault, one), { recursive: true });
    if (gone.length > 0) await this.#disk.syncFolder(this.#vault);
    return gone;
  }

  /**
   * Erases the contents of these commitments (all those of a record: a content goes with its slices). Gives how many
   * there were. Recording it is the caller's matter.
   */
  async erase(commitments: ReadonlySet<string>): Promise<number> {
    await this.flush();
    const places = this.#placesOf(commitments);
    for (const { folder } of [this.#days, this.#kept]) {
      if (folder.writingTo !== undefined && places.has(folder.writingTo.path)) await folder.moveOn();
    }
    let erased = 0;
    for (const place of places.values()) erased += await eraseFrom(place, commitments, this.#disk);
    return erased;
  }

  /** Flushes and closes. */
  async close(): Promise<void> {
    await this.#kept.folder.close();
    await this.#days.folder.close();
  }

  #placesOf(commitments: ReadonlySet<string>): Map<string, VaultPlace> {
    const places = new Map<string, VaultPlace>();
    for (const commitment of commitments) {
      const found = this.#reader.find(commitment);
      if (found !== undefined) places.set(found.place.path, found.place);
    }
    return places;
  }
}

function commitTo({ folder, frames }: Side, content: Uint8Array): Whole {
  if (content.length <= PIECE_BYTES) return frames.whole(content);
  folder.hold();
  try {
    const pieces = frames.pieces();
    pieces.add(content);
    const { commitment, file, offset } = pieces.end();
    return { commitment, ref: { file, offset, content } };
  } finally {
    folder.release();
  }
}

function keptOf({ commitment, ref }: Whole): Kept {
  return { committed: { bytes: ref.content.length, commitment: hexOf(commitment) }, ref };
}
