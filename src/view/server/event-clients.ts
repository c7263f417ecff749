import type { ServerResponse } from 'node:http';
import type { ViewEvent } from '../api.ts';

/** A client that has not read so many bytes is dropped: it comes again, and asks for what it missed. */
const MOST_UNREAD = 1 << 20;
const MOST_CLIENTS = 100;
const KEEPALIVE_MS = 15_000;

export type EventClientsOptions = {
  /** Begins to follow; gives what ends it. Called when the first client comes. */
  readonly follow: (take: (event: ViewEvent) => void) => () => void;
  readonly mostUnread?: number;
  readonly mostClients?: number;
};

/** Who listens to events. hostile: a client that never reads, and many of them. */
export class EventClients {
  readonly #options: EventClientsOptions;
  readonly #clients = new Map<ServerResponse, () => void>();
  #keepalive: NodeJS.Timeout | undefined;

  constructor(options: EventClientsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#clients.size;
  }

  /** Whether another one is let in. */
  get hasRoom(): boolean {
    return this.#clients.size < (this.#options.mostClients ?? MOST_CLIENTS);
  }

  /** Sends events over this response until its client goes, or reads too slowly. */
  add(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write(': tracekit\n\n');
    response.on('error', () => this.#drop(response));
    response.on('close', () => this.#drop(response));
    const end = this.#options.follow((event) => this.#send(response, `data: ${JSON.stringify(event)}\n\n`));
    this.#clients.set(response, end);
    this.#keepalive ??= setInterval(() => {
      for (const one of this.#clients.keys()) this.#send(one, ': \n\n');
    }, KEEPALIVE_MS).unref();
  }

  close(): void {
    for (const response of this.#clients.keys()) this.#drop(response);
  }

  #send(response: ServerResponse, text: string): void {
    response.write(text);
    if (response.writableLength > (this.#options.mostUnread ?? MOST_UNREAD)) this.#drop(response);
  }

  #drop(response: ServerResponse): void {
    const end = this.#clients.get(response);
    this.#clients.delete(response);
    end?.();
    response.destroy();
    if (this.#clients.size > 0) return;
    clearInterval(this.#keepalive);
    this.#keepalive = undefined;
  }
}
