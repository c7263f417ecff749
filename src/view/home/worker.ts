import { parentPort } from 'node:worker_threads';
import { type Task, TaskRunner } from './tasks.ts';

/** What the thread is sent, and what it answers. */
export type Sent = { readonly id: number; readonly task: Task };
export type Answered =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

const runner = new TaskRunner();
parentPort?.on('message', ({ id, task }: Sent) => {
  runner.run(task).then(
    (result) => parentPort?.postMessage({ id, result } satisfies Answered),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) } satisfies Answered),
  );
});
