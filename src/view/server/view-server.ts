import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { TracekitError } from '../../model/error.ts';
import type { ViewSource } from '../api.ts';
import { EventClients, type EventClientsOptions } from './event-clients.ts';
import { SAFE_HEADERS } from './guard.ts';
import { type RouteOptions, routesOf } from './routes.ts';
import type { StaticFiles } from './static-files.ts';
import { Tickets } from './tickets.ts';

export type ViewServerOptions = {
  readonly source: ViewSource;
  readonly files: StaticFiles;
  /** What a client must know: at least 128 bits of randomness. */
  readonly token: string;
  /** Undefined where nothing can wait for an answer. */
  readonly answer?: RouteOptions['answer'];
  readonly clock?: () => number;
  readonly limits?: Pick<EventClientsOptions, 'mostUnread' | 'mostClients'>;
};

/** Connections at once: a page needs a handful, and a hundred of them still some. */
const MOST_CONNECTIONS = 512;

/** Serves the page and what it asks for, on 127.0.0.1 and nowhere else. hostile: whoever can connect there. */
export class ViewServer {
  readonly #http: Server;
  readonly #events: EventClients;
  readonly #token: string;
  readonly #tickets: Tickets;
  #port = 0;

  constructor({ source, files, token, answer, limits, clock = Date.now }: ViewServerOptions) {
    this.#token = token;
    this.#tickets = new Tickets(clock);
    this.#events = new EventClients({
      follow: (take) => source.follow?.(take) ?? (() => undefined),
      ...limits,
    });
    const guard = () => ({ port: this.#port, token });
    const app = routesOf({
      source,
      files,
      guard,
      tickets: this.#tickets,
      events: this.#events,
      ...(answer === undefined ? {} : { answer }),
    });
    const listener = getRequestListener(app.fetch, {
      overrideGlobalObjects: false,
      // What is no request at all reaches no route.
      errorHandler: () => new Response(null, { status: 400, headers: SAFE_HEADERS }),
    });
    this.#http = createServer(
      {
        maxHeaderSize: 16 << 10,
        headersTimeout: 10_000,
        requestTimeout: 30_000,
        connectionsCheckingInterval: 5_000,
        keepAliveTimeout: 5_000,
      },
      (request, response) => void listener(request, response),
    );
    this.#http.maxConnections = MOST_CONNECTIONS;
    this.#http.on('clientError', (_error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      else socket.destroy();
    });
  }

  /** Listens on a port, 0 for a free one. Throws `port_taken` where another program does. */
  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'EADDRINUSE' || error.code === 'EACCES'
            ? new TracekitError(
                'port_taken',
                `--port ${port}: expected a free port of 127.0.0.1, found it taken; leave --port out`,
              )
            : error,
        ),
      );
      this.#http.listen({ host: '127.0.0.1', port, exclusive: true }, resolve);
    });
    this.#port = (this.#http.address() as AddressInfo).port;
  }

  get port(): number {
    return this.#port;
  }

  /** The page's address with the token in its fragment, which no browser sends anywhere. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}/#${this.#token}`;
  }

  /** The page's address with a ticket in the token's place, for a command line that others can read. */
  ticketUrl(): string {
    return `http://127.0.0.1:${this.#port}/#${this.#tickets.give()}`;
  }

  get followers(): number {
    return this.#events.count;
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    this.#events.close();
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    this.#http.closeAllConnections();
    await closed;
  }
}
