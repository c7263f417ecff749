import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { TracekitError } from '../model/error.ts';
import type { RecorderMessage, TailerMessage } from '../model/tail.ts';

export type TailerThreadOptions = {
  /** Files and folders, absolute. */
  readonly paths: readonly string[];
  /** Go on after the first reading, until `stop`. */
  readonly follow: boolean;
  readonly onMessage: (message: TailerMessage) => void;
};

/** What a line leaves behind dies young: with more room it is no faster, and takes 40 MB more (measured). */
const YOUNG_MB = 12;

/** The tailer in a thread of its own, so that reading and understanding overlap with committing and writing. */
export class TailerThread {
  private readonly worker: Worker;
  /** Resolves when the tailer has ended of itself; rejects where it failed. */
  readonly ended: Promise<void>;

  constructor({ paths, follow, onMessage }: TailerThreadOptions) {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
    this.worker = new Worker(workerFile(), { workerData: { paths, follow }, resourceLimits });
    this.ended = new Promise((resolve, reject) => {
      let done = false;
      this.worker.on('message', (message: TailerMessage) => {
        if (message.kind === 'done') done = true;
        try {
          onMessage(message);
        } catch (error) {
          reject(error);
        }
      });
      this.worker.on('error', reject);
      this.worker.on('exit', (code) => {
        if (done) resolve();
        else
          reject(
            new TracekitError('tailer_lost', `the tailer thread ended before its work (exit code ${code})`),
          );
      });
    });
    this.ended.catch(() => this.worker.terminate());
  }

  send(message: RecorderMessage): void {
    this.worker.postMessage(message);
  }

  /** Ends the thread at once, whatever it is doing. */
  async terminate(): Promise<void> {
    await this.worker.terminate();
  }
}

/** The built worker: beside the running bundle, or in `dist/` when run from source. */
function workerFile(): string {
  for (const place of ['./tailer-worker.js', '../../dist/tailer-worker.js']) {
    const path = fileURLToPath(new URL(place, import.meta.url));
    if (existsSync(path)) return path;
  }
  throw new TracekitError(
    'not_built',
    'expected dist/tailer-worker.js beside this program, found none; run: npm run build',
  );
}
