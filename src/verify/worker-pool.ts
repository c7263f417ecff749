import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { TracekitError } from '../model/error.ts';
import type { ScanPool } from './scan-log.ts';
import type { ScanPart } from './scan-part.ts';
import type { SegmentFile } from './source.ts';
import type { WorkerTask } from './worker.ts';

export type WorkerPoolErrorCode = 'worker_ended';

/**
 * Threads that scan a folder of segments, one a part. `script` is the bundled worker; undefined where it does not
 * exist, as when the program runs from its source: then the caller scans by itself.
 */
export function workerPool(options: {
  readonly script: URL;
  readonly folder: string;
  readonly segments: readonly SegmentFile[];
  readonly parts: number;
}): ScanPool | undefined {
  const { script, folder, segments, parts } = options;
  if (!existsSync(script)) return undefined;
  return {
    parts,
    run: (jobs) => Promise.all(jobs.map((job) => runWorker(script, { folder, segments, job }))),
  };
}

function runWorker(script: URL, workerData: WorkerTask): Promise<ScanPart> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(endedEarly(workerData, code)));
  });
}

/** The system ends a thread that gets no memory. A thread that gave its part has settled the promise before. */
function endedEarly({ folder }: WorkerTask, code: number): TracekitError<WorkerPoolErrorCode> {
  const what = `${folder}: expected a part of the scan, found its thread ended (code ${code}); free some memory and verify again`;
  return new TracekitError('worker_ended', what);
}
