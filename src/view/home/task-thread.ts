import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Finding } from '../../model/finding.ts';
import type { VerifyReport } from '../../verify/verdict.ts';
import type { ViewTasks } from './judgements.ts';
import { type Inclusion, type Task, TaskRunner } from './tasks.ts';
import type { Answered } from './worker.ts';

export type TaskThreadOptions = {
  readonly home: string;
  /** The folder of checkpoints seen before; undefined: none is compared. */
  readonly seen: string | undefined;
  /** The bundled thread; where it does not exist (the program runs from its source) tasks are done in this one. */
  readonly script: URL | undefined;
};

/** Analysis, verification and proofs of a home, in a thread that is started when it is first needed. */
export function taskThread({ home, seen, script }: TaskThreadOptions): ViewTasks {
  const thread = script !== undefined && existsSync(script) ? new Thread(script) : undefined;
  const here = new TaskRunner();
  const run = (task: Task): Promise<unknown> => thread?.run(task) ?? here.run(task);
  return {
    verify: () => run({ kind: 'verify', home, seen }) as Promise<VerifyReport>,
    analyze: (id) => run({ kind: 'analyze', home, run: id }) as Promise<readonly Finding[]>,
    inclusion: (place) => run({ kind: 'inclusion', home, ...place }) as Promise<Inclusion>,
    close: async () => thread?.close(),
  };
}

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

class Thread {
  readonly #script: URL;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #next = 0;

  constructor(script: URL) {
    this.#script = script;
  }

  run(task: Task): Promise<unknown> {
    this.#worker ??= this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, task });
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on('message', (answered: Answered) => {
      const waiting = this.#waiting.get(answered.id);
      this.#waiting.delete(answered.id);
      if ('error' in answered) waiting?.reject(new Error(answered.error));
      else waiting?.resolve(answered.result);
    });
    worker.once('error', () => this.#ended());
    worker.once('exit', () => this.#ended());
    // Behind the listeners, which would hold the process again.
    worker.unref();
    return worker;
  }

  /** It got no memory, or was ended: what waits fails, and the next task starts another. */
  #ended(): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Error('the thread ended'));
    this.#waiting.clear();
  }
}
