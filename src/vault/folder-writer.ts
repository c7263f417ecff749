import { dirname } from 'node:path';
import { type Disk, errno, isFull, writeAll } from '../log/disk.ts';
import { TracekitError } from '../model/error.ts';
import { BufferPool } from './buffer-pool.ts';
import { CHUNK_BYTES, type Chunk, newChunk, type OpenFile } from './chunk.ts';
import { placeOf, placesIn, type VaultPlace } from './place.ts';
import { resumeFile, type VaultDamage } from './resume.ts';

export type VaultErrorCode = 'disk_full' | 'vault_backlog' | 'vault_busy' | 'lying_disk';

/** A file takes no further chunk from this size on. */
export const FILE_BYTES = 64 << 20;
/** Buffers of chunks that are kept when they are written: as many as a tailer may have under way. */
const MAX_SPARE = 4;
/** While the disk is full, contents wait in memory up to this many bytes. */
const BACKLOG_BYTES = 64 << 20;

export type FolderOptions = {
  readonly vault: string;
  readonly disk: Disk;
  /** The folder for what is committed now: a UTC day, or `kept`. */
  readonly folder: () => string;
  readonly fileBytes?: number;
};

/**
 * Collects frames in chunks and makes them durable on `flush`, chunk by chunk, in files of one folder after the other.
 * What a full disk refuses waits here and is tried again with the next flush: frames of other callers lie beside it.
 */
export class FolderWriter {
  readonly #options: FolderOptions;
  readonly #waiting: Chunk[] = [];
  #file: OpenFile | undefined;
  #chunk: Chunk | undefined;
  readonly #buffers = new BufferPool(CHUNK_BYTES, MAX_SPARE);
  readonly #retired: OpenFile[] = [];
  #full = false;
  #pinned = 0;
  #line: Promise<void> = Promise.resolve();

  constructor(options: FolderOptions) {
    this.#options = options;
  }

  /** Goes on with the newest file of the folder, made whole first. Gives what was wrong with it. */
  async resume(): Promise<VaultDamage | undefined> {
    const { vault, disk, folder } = this.#options;
    const place = placesIn(vault, folder()).at(-1);
    if (place === undefined) return undefined;
    const { rows, end, damage } = await resumeFile(place, disk);
    const file: OpenFile = { place, end: end ?? 0, indexed: 0, rows: [rows], fd: undefined };
    await this.#writeIndex(file);
    if (end !== undefined) this.#file = file;
    return damage;
  }

  /** A chunk with `bytes` of room. Throws `vault_backlog` where a full disk let too much pile up. */
  readonly room = (bytes: number): Chunk => {
    const chunk = this.#chunk;
    if (chunk !== undefined && chunk.used + bytes <= chunk.bytes.length) return chunk;
    this.#checkBacklog();
    this.#seal();
    this.#chunk = newChunk(this.#currentFile(), this.#buffers.take(bytes));
    return this.#chunk;
  };

  /** Bytes that wait to be written. */
  get waiting(): number {
    return this.#waiting.reduce((sum, { used }) => sum + used, this.#chunk?.used ?? 0);
  }

  /** The file that the next frame goes to, where there is one. */
  get writingTo(): VaultPlace | undefined {
    return this.#file?.place;
  }

  /** Keeps one file, since what is written until `release` refers to itself. */
  hold(): void {
    this.#pinned++;
  }

  release(): void {
    this.#pinned--;
  }

  /** Makes everything committed so far durable. Throws `disk_full`, with nothing lost; any other error is fatal. */
  flush(): Promise<void> {
    const turn = this.#line.then(() => this.#flush());
    this.#line = turn.catch(() => undefined);
    return turn;
  }

  /** Flushes, and goes on in a new file. Gives the place that was written until now. */
  async moveOn(): Promise<VaultPlace | undefined> {
    await this.flush();
    if (this.#pinned > 0) {
      const what = `${this.#options.vault}: a long content is being written; try again when it is`;
      throw new TracekitError<VaultErrorCode>('vault_busy', what);
    }
    const file = this.#file;
    if (file === undefined) return undefined;
    await this.#closeFile(file);
    this.#file = this.#newFile(file.place.folder, file.place.number + 1);
    this.#chunk = undefined;
    return file.place;
  }

  async close(): Promise<void> {
    await this.flush();
    if (this.#file !== undefined) await this.#closeFile(this.#file);
  }

  async #flush(): Promise<void> {
    this.#seal();
    while (this.#waiting.length > 0) {
      const { file } = this.#waiting[0]!;
      const chunks = this.#waiting.filter((chunk) => chunk.file === file);
      await this.#write(file, chunks);
      this.#waiting.splice(0, chunks.length);
    }
    for (const file of this.#retired.splice(0)) await this.#closeFile(file);
  }

  async #write(file: OpenFile, chunks: readonly Chunk[]): Promise<void> {
    const { disk } = this.#options;
    const start = chunks[0]!.start;
    try {
      file.fd ??= await this.#open(file.place);
      const { fd } = file;
      for (const { start: at, bytes, used } of chunks)
        await writeAll(disk, { fd, at }, bytes.subarray(0, used));
    } catch (error) {
      if (!isFull(error)) throw error;
      this.#full = true;
      if (file.fd !== undefined) await disk.truncate(file.fd, start);
      throw full(file.place.path, error);
    }
    await disk.sync(file.fd);
    const last = chunks.at(-1)!;
    const size = disk.size(file.fd);
    if (size !== last.start + last.used) {
      const what = `${file.place.path}: expected ${last.start + last.used} bytes after a write that said it was whole, found ${size}`;
      throw new TracekitError<VaultErrorCode>('lying_disk', what);
    }
    this.#full = false;
    for (const chunk of chunks) {
      file.rows.push(chunk.rows.subarray(0, chunk.rowsUsed));
      this.#buffers.give(chunk.bytes);
    }
    await this.#writeIndex(file);
  }

  async #open(place: VaultPlace): Promise<number> {
    const { disk, vault } = this.#options;
    const folder = dirname(place.path);
    await disk.makeFolder(folder);
    const fd = await disk.open(place.path, 'write');
    await disk.syncFolder(folder);
    await disk.syncFolder(vault);
    return fd;
  }

  /** Rows that do not fit on a full disk wait for the next time; the index can be derived. */
  async #writeIndex(file: OpenFile): Promise<void> {
    const { disk } = this.#options;
    const rows = file.rows.length === 1 ? file.rows[0]! : Buffer.concat(file.rows);
    let fd: number | undefined;
    try {
      fd = await disk.open(file.place.index, 'write');
      await writeAll(disk, { fd, at: file.indexed }, rows);
      // Whatever a crash or an earlier file of this number left behind the rows.
      if (file.indexed === 0) await disk.truncate(fd, rows.length);
      file.indexed += rows.length;
      file.rows = [];
    } catch (error) {
      if (!isFull(error)) throw error;
      file.rows = [rows];
    } finally {
      if (fd !== undefined) await disk.close(fd);
    }
  }

  #seal(): void {
    if (this.#chunk !== undefined && this.#chunk.used > 0) this.#waiting.push(this.#chunk);
    else if (this.#chunk !== undefined) this.#buffers.give(this.#chunk.bytes);
    this.#chunk = undefined;
  }

  #currentFile(): OpenFile {
    const file = this.#file;
    if (file !== undefined && this.#pinned > 0) return file;
    const next = this.#nextFile();
    if (file !== undefined && next !== file) this.#retired.push(file);
    this.#file = next;
    return next;
  }

  #nextFile(): OpenFile {
    const file = this.#file;
    const folder = this.#options.folder();
    const size = this.#options.fileBytes ?? FILE_BYTES;
    if (file !== undefined && file.place.folder === folder) {
      return file.end < size ? file : this.#newFile(folder, file.place.number + 1);
    }
    // The clock may have come back to a day whose files are not on the disk yet.
    const known = [
      ...placesIn(this.#options.vault, folder),
      ...this.#retired.flatMap(({ place }) => (place.folder === folder ? [place] : [])),
    ];
    return this.#newFile(folder, Math.max(-1, ...known.map(({ number }) => number)) + 1);
  }

  #newFile(folder: string, number: number): OpenFile {
    const place = placeOf(this.#options.vault, folder, number);
    return { place, end: 0, indexed: 0, rows: [], fd: undefined };
  }

  async #closeFile(file: OpenFile): Promise<void> {
    if (file.fd !== undefined) await this.#options.disk.close(file.fd);
    file.fd = undefined;
  }

  #checkBacklog(): void {
    if (!this.#full || this.waiting < BACKLOG_BYTES) return;
    const what = `${this.#options.vault}: ${this.waiting} bytes wait for a full disk, no more are taken; make room`;
    throw new TracekitError<VaultErrorCode>('vault_backlog', what);
  }
}

function full(path: string, cause: unknown): TracekitError<VaultErrorCode> {
  const what = `${path}: contents could not be written, the disk is full (${errno(cause)}); make room; a running signer goes on by itself, a recording is to be done again`;
  return new TracekitError('disk_full', what, { cause });
}
