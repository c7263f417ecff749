import { parentPort, workerData } from 'node:worker_threads';
import type { RecorderMessage, TailerMessage } from '../src/model/tail.ts';
import { followRoots } from './follow-roots.ts';
import { Tail } from './tail.ts';
import { TAILERS } from './tailers.ts';

/** What the thread is started with. */
export type TailerTask = { readonly paths: readonly string[]; readonly follow: boolean };

/** The tailer's thread: reads, and talks to the recorder over the thread's port. */
async function run(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('tailers/worker.ts is the entry of a worker thread');
  const task = workerData as TailerTask;
  const post = (message: TailerMessage, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, [...transfer]);
  const tail = new Tail({ tailers: TAILERS, post });
  const stopped = new Promise<void>((resolve) => {
    port.on('message', (message: RecorderMessage) => {
      tail.receive(message);
      if (message.kind === 'stop') resolve();
    });
  });
  await tail.readOnce(task.paths);
  post({ kind: 'caught_up' });
  if (task.follow) await followRoots(tail, task.paths, { post, stopped });
  post({ kind: 'done' });
  port.close();
}

await run();
