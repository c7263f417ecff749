import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TAILER_PATH } from '../model/tail-session.ts';
import { readBody } from './body.ts';
import type { Caller, Gate, GateAnswer, GateRequest } from './hook-call.ts';
import { type HookServing, serveHook } from './hook-connection.ts';
import { Replies } from './replies.ts';

export type ServerOptions = {
  readonly gate: Gate;
  readonly clock: () => number;
  /** Node's word for the system; the process's own unless stated. */
  readonly platform?: string;
  /** The process at the other end of a connection. */
  readonly caller?: (socket: Socket) => Caller;
  /** Commands that the daemon answers itself; undefined for one that is the gate's. */
  readonly own?: (request: GateRequest) => GateAnswer | undefined;
  readonly onDefect?: (error: unknown) => void;
};

/** Of all payloads that are being read at once. */
const MOST_BODIES = 512 * 2 ** 20;
const MOST_REQUEST = 2 ** 20;
/** A full queue of connections is an instant failure of curl: 7 of 12 hooks in a test. */
const BACKLOG = 4_096;

/**
 * The signer's socket: HTTP for curl and for our own client. `POST /hook` answers with frames (frames.ts), `POST /ask`
 * with JSON. hostile: whoever can open the socket; a client that sends slowly, reads nothing or talks nonsense costs
 * one connection. The Host header is not looked at: no browser reaches a Unix socket.
 */
export class SignerServer {
  readonly #options: ServerOptions;
  readonly #http: Server;
  readonly #hooks: HookServing;
  #open = 0;
  #uses = 0;
  #lastUse: number;

  constructor(options: ServerOptions) {
    const { gate, clock, platform = process.platform, onDefect = () => {} } = options;
    this.#options = options;
    this.#lastUse = clock();
    const budget = { used: 0, most: MOST_BODIES };
    this.#hooks = { gate, clock, platform, onDefect, budget, replies: new Replies({ clock }) };
    this.#http = createServer(
      {
        // A directory of 4,096 bytes, each written %xx, and the rest.
        maxHeaderSize: 32 * 1024,
        headersTimeout: 10_000,
        requestTimeout: 120_000,
        connectionsCheckingInterval: 5_000,
        requireHostHeader: false,
        noDelay: false,
      },
      (request, response) => void this.#serve(request, response),
    );
    this.#http.on('upgrade', (request: IncomingMessage, stream: Duplex) => {
      // Node has taken its own listener off: whoever hangs up now would end the signer.
      stream.on('error', () => undefined);
      if (request.url === TAILER_PATH && gate.tailers !== undefined) gate.tailers.accept(request, stream);
      else stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
    });
    this.#http.on('clientError', (_error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      else socket.destroy();
    });
  }

  /** Requests being answered. */
  get open(): number {
    return this.#open;
  }

  /** When a hook or command last came or was answered, ms since 1970. */
  get lastUse(): number {
    return this.#lastUse;
  }

  /** Counts each coming and each answer. */
  get uses(): number {
    return this.#uses;
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen({ path, backlog: BACKLOG }, () => {
        this.#http.off('error', reject);
        // A failed accept (no descriptors left) concerns one connection.
        this.#http.on('error', this.#hooks.onDefect);
        resolve();
      });
    });
  }

  /**
   * Accepts no more connections from now on, and resolves when those that are open have closed. They are cut off `ms`
   * after `answered`, which is when the gate has nothing more to say.
   */
  async close(answered: Promise<unknown>, ms: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    this.#http.closeIdleConnections();
    await answered.catch(this.#hooks.onDefect);
    const timer = setTimeout(() => this.#http.closeAllConnections(), ms);
    await closed;
    clearTimeout(timer);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open++;
    this.#uses++;
    this.#lastUse = this.#options.clock();
    request.on('error', () => {});
    response.on('error', () => {});
    response.shouldKeepAlive = false;
    try {
      await this.#route(request, response);
    } catch (error) {
      this.#hooks.onDefect(error);
      response.destroy();
    } finally {
      this.#open--;
      this.#uses++;
      this.#lastUse = this.#options.clock();
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path, query = ''] = (request.url ?? '').split('?', 2);
    const caller = this.#options.caller?.(request.socket) ?? {};
    if (request.method === 'POST' && path === '/hook') {
      const connection = { request, response, query: new URLSearchParams(query), caller };
      return serveHook(connection, this.#hooks);
    }
    if (request.method === 'POST' && path === '/ask') return this.#ask(request, response, caller);
    const known = path === '/hook' || path === '/ask';
    response.writeHead(known ? 405 : 404, { 'content-length': 0, ...(known && { allow: 'POST' }) }).end();
    request.resume();
  }

  async #ask(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void> {
    const body = await readBody(request, MOST_REQUEST, this.#hooks.budget);
    if (body.kind === 'cut') {
      response.destroy();
      return;
    }
    const asked = body.kind === 'whole' ? parseRequest(body.bytes) : undefined;
    const answer: GateAnswer =
      asked === undefined
        ? { ok: false, code: 'bad_request', message: 'expected a JSON object with a command' }
        : (this.#options.own?.(asked) ?? (await this.#answer(asked, caller)));
    const bytes = Buffer.from(JSON.stringify(answer));
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
      .end(bytes);
  }

  async #answer(asked: GateRequest, caller: Caller): Promise<GateAnswer> {
    try {
      return await this.#options.gate.ask(asked, caller);
    } catch (error) {
      this.#hooks.onDefect(error);
      return { ok: false, code: 'signer_failed', message: 'the signer failed; see tracekit status' };
    }
  }
}

function parseRequest(bytes: Buffer): GateRequest | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    return 'command' in value && typeof value.command === 'string' ? (value as GateRequest) : undefined;
  } catch {
    return undefined;
  }
}
