import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { TracekitError } from '../model/error.ts';
import type { Vkey } from '../proof/vkey.ts';
import { verifyHome } from './home.ts';
import { logFiles } from './log-files.ts';
import { seenFiles } from './seen-files.ts';
import type { VerifyReport } from './verdict.ts';
import { workerPool } from './worker-pool.ts';

export type VerifyHomeErrorCode = 'no_log';

export type VerifyFolderOptions = {
  /** A home; its log lies in `log/`. */
  readonly home: string;
  /** The folder of checkpoints seen; undefined: nothing is compared or remembered. */
  readonly seen?: string;
  readonly trusted?: readonly Vkey[];
  /** The bundled worker; where it does not exist, the log is scanned in this thread. */
  readonly worker?: URL;
};

/**
 * Verifies the log of a home on disk, with two threads where there is more than one processor. Throws `no_log` where
 * there is none, and Node's error where a file can't be read.
 *
 * @example
 * const worker = new URL('./verify-worker.js', import.meta.url);
 * const report = await verifyHomeFolder({ home, seen: seenFolder(process.env), worker });
 */
export async function verifyHomeFolder(options: VerifyFolderOptions): Promise<VerifyReport> {
  const { home, seen, trusted, worker } = options;
  const folder = join(home, 'log');
  const source = logFiles(folder);
  if (source === undefined || (source.segments.length === 0 && source.checkpoint === undefined)) {
    throw new TracekitError<VerifyHomeErrorCode>(
      'no_log',
      `${folder}: expected a log, found none; name a home with --home, or record something first`,
    );
  }
  const parts = Math.min(2, availableParallelism());
  const pool =
    worker === undefined
      ? undefined
      : workerPool({ script: worker, folder: join(folder, 'seg'), segments: source.segments, parts });
  return verifyHome(source, {
    ...(seen === undefined ? {} : { seen: seenFiles(seen) }),
    ...(trusted === undefined ? {} : { trusted }),
    ...(pool === undefined ? {} : { pool }),
  });
}
