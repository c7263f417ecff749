import { parentPort, workerData } from 'node:worker_threads';
import { readSegments } from './log-files.ts';
import { type ScanJob, scanSpans } from './scan-log.ts';
import { portable } from './scan-part.ts';
import type { SegmentFile } from './source.ts';

/** What a worker is started with. */
export type WorkerTask = {
  readonly folder: string;
  readonly segments: readonly SegmentFile[];
  readonly job: ScanJob;
};

const { folder, segments, job } = workerData as WorkerTask;
const part = await scanSpans(readSegments(folder, segments), job);
parentPort?.postMessage(portable(part));
