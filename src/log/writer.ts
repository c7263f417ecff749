import { join } from 'node:path';
import { TracekitError } from '../model/error.ts';
import { type Disk, errno, isFull, writeAll } from './disk.ts';
import { SEGMENT_BYTES, segmentName } from './segments.ts';
import type { LogPosition } from './walk.ts';

export type WriterErrorCode = 'disk_full' | 'lying_disk';

/** Appends batches to the newest segment. One call at a time. */
export class SegmentWriter {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #segmentBytes: number;
  #fd: number | undefined;
  #segment: number;
  #offset: number;

  /** Continues at `end`, where the log was found to end; nothing is opened before the first write. */
  constructor(
    folder: string,
    end: LogPosition,
    options: { readonly disk: Disk; readonly segmentBytes?: number },
  ) {
    this.#folder = folder;
    this.#disk = options.disk;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    this.#segment = end.segment;
    this.#offset = end.offset;
  }

  /**
   * Writes a batch whose first record has number `first`, and syncs it. Throws `disk_full` with the file as it was
   * before; whatever else it throws (a failed sync too: what the disk holds is then unknown), nothing may be written after it.
   */
  async write(bytes: Uint8Array, first: number): Promise<void> {
    const fd = await this.#open(first);
    try {
      await writeAll(this.#disk, { fd, at: this.#offset }, bytes);
    } catch (error) {
      if (!isFull(error)) throw error;
      await this.#disk.truncate(fd, this.#offset);
      throw full(this.#folder, error);
    }
    await this.#disk.sync(fd);
    const end = this.#offset + bytes.length;
    const size = this.#disk.size(fd);
    if (size !== end) {
      const what = `segment ${this.#segment}: expected ${end} bytes after a write that said it was whole, found ${size}`;
      throw new TracekitError<WriterErrorCode>('lying_disk', what);
    }
    this.#offset = end;
  }

  /** Where the next batch will stand, unless it begins a segment. */
  get end(): LogPosition {
    return { segment: this.#segment, offset: this.#offset };
  }

  async close(): Promise<void> {
    if (this.#fd !== undefined) await this.#disk.close(this.#fd);
    this.#fd = undefined;
  }

  async #open(first: number): Promise<number> {
    if (this.#fd !== undefined && this.#offset < this.#segmentBytes) return this.#fd;
    const rotate = this.#offset >= this.#segmentBytes;
    const segment = rotate ? first : this.#segment;
    try {
      // A segment of this number can only be there empty, from a rotation that a full disk or a crash ended.
      const fd = await this.#disk.open(join(this.#folder, segmentName(segment)), 'write');
      await this.#disk.syncFolder(this.#folder);
      await this.close();
      this.#fd = fd;
    } catch (error) {
      throw isFull(error) ? full(this.#folder, error) : error;
    }
    if (rotate) {
      this.#segment = segment;
      this.#offset = 0;
    }
    return this.#fd;
  }
}

function full(folder: string, cause: unknown): TracekitError<WriterErrorCode> {
  const what = `${folder}: nothing was recorded, the disk is full (${errno(cause)}); make room; a running signer goes on by itself, a recording is to be done again`;
  return new TracekitError('disk_full', what, { cause });
}
