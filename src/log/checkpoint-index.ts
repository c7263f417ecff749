import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { fromUtf8, toUtf8 } from '../bytes/utf8.ts';
import { type Disk, errno, replaceFile, writeAll } from './disk.ts';

/**
 * Why a checkpoint is kept. `key`: a key change, signed by both keys. `run_end`, `interval` (every 10 minutes): for
 * proofs about a time or a run. `newest`: only while it is among the newest 1,000.
 */
export type KeptFor = 'key' | 'run_end' | 'interval' | 'newest';

/** A line of `checkpoints.ndjson`. `note` is the signed note's text, `time` UTC with milliseconds. */
export type KeptCheckpoint = {
  readonly size: number;
  readonly why: KeptFor;
  readonly time: string;
  readonly note: string;
};

/** So many of the newest checkpoints are kept, whatever they are for. */
export const NEWEST_KEPT = 1_000;
/** Of the older ones, one in so long is kept. */
export const INTERVAL_MS = 600_000;

/** The checkpoints kept, oldest first. Lines that are none are left out: each note proves itself. */
export function readCheckpoints(path: string): KeptCheckpoint[] {
  const text = fromUtf8(readOrEmpty(path)) ?? '';
  return text.split('\n').flatMap((line) => {
    const kept = decode(line);
    return kept === undefined ? [] : [kept];
  });
}

/** Writes `checkpoints.ndjson` as checkpoints are made. */
export class CheckpointIndex {
  readonly #path: string;
  readonly #disk: Disk;
  #newest: number;
  #interval: number;

  constructor(path: string, disk: Disk) {
    this.#path = path;
    this.#disk = disk;
    const kept = readCheckpoints(path);
    this.#newest = kept.filter(({ why }) => why === 'newest').length;
    this.#interval =
      Date.parse(kept.findLast(({ why }) => why !== 'newest')?.time ?? '') || Number.NEGATIVE_INFINITY;
  }

  /** Adds a checkpoint made at `now` (milliseconds since 1970); one in ten minutes is kept as `interval`. */
  async add(
    checkpoint: { readonly size: number; readonly note: string; readonly why: KeptFor },
    now: number,
  ): Promise<void> {
    const due = now - this.#interval >= INTERVAL_MS || now < this.#interval;
    const why = checkpoint.why === 'newest' && due ? 'interval' : checkpoint.why;
    if (why === 'newest') this.#newest++;
    else this.#interval = now;
    const line = toUtf8(
      `${JSON.stringify({ size: checkpoint.size, why, time: new Date(now).toISOString(), note: checkpoint.note })}\n`,
    );
    await this.#append(line, why === 'key');
    if (this.#newest >= 2 * NEWEST_KEPT) await this.#compact();
  }

  async #append(line: Uint8Array, durable: boolean): Promise<void> {
    const fd = await this.#disk.open(this.#path, 'write');
    try {
      // A crash may have left half a line: a newline first makes it a line of its own, which readers leave out.
      const size = this.#disk.size(fd);
      const last = new Uint8Array(1);
      if (size > 0) await this.#disk.read(fd, last, size - 1);
      const whole = size === 0 || last[0] === 0x0a;
      await writeAll(this.#disk, { fd, at: size }, whole ? line : Buffer.concat([Buffer.from('\n'), line]));
      if (durable) await this.#disk.sync(fd);
    } finally {
      await this.#disk.close(fd);
    }
  }

  async #compact(): Promise<void> {
    const kept = readCheckpoints(this.#path);
    let drop = kept.filter(({ why }) => why === 'newest').length - NEWEST_KEPT;
    const left = kept.filter(({ why }) => why !== 'newest' || drop-- <= 0);
    await replaceFile(this.#disk, this.#path, toUtf8(left.map((one) => `${JSON.stringify(one)}\n`).join('')));
    this.#newest = Math.min(NEWEST_KEPT, this.#newest);
  }
}

function decode(line: string): KeptCheckpoint | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (value === null || typeof value !== 'object') return undefined;
    const { size, why, time, note } = value as Partial<KeptCheckpoint>;
    if (typeof size !== 'number' || typeof time !== 'string' || typeof note !== 'string') return undefined;
    return why === 'key' || why === 'run_end' || why === 'interval' || why === 'newest'
      ? { size, why, time, note }
      : undefined;
  } catch {
    return undefined;
  }
}

function readOrEmpty(path: string): Uint8Array {
  try {
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      return readFileSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errno(error) === 'ENOENT') return new Uint8Array(0);
    throw error;
  }
}
