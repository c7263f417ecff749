import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DONE, type Script, type Turn } from './script.ts';

type Body = Readonly<Record<string, unknown>>;

/** What a request to the model is: the next turn of a conversation, something beside it, or nothing that is scripted. */
export type Asked =
  | { readonly kind: 'turn'; readonly lane: 'main' | 'sub'; readonly results: readonly string[] }
  | { readonly kind: 'aside' }
  | { readonly kind: 'other'; readonly status: number; readonly body: unknown };

export type Answer = { readonly type: string; readonly text: string };

/** A model provider's protocol, as far as one harness speaks it. */
export type Wire = {
  readonly read: (method: string, path: string, body: Body) => Asked;
  /** `nth` is the request's number, for ids. */
  readonly answer: (turn: Turn, nth: number, asked: { readonly path: string; readonly body: Body }) => Answer;
};

/** A turn that was asked for: when, by the server's clock in ms, and the results of tools that the request brought. */
export type Served = {
  readonly lane: 'main' | 'sub';
  readonly came: number;
  answered: number;
  readonly results: readonly string[];
};

/** Said beside the conversation; Gemini takes a summary in this element only. */
const SUMMARY = '<state_snapshot>The user asked for work, and it was done.</state_snapshot>';

/** A model that says what a script tells it to, on loopback, and keeps what it was sent. */
export class ModelServer {
  readonly served: Served[] = [];
  private readonly server: Server;
  private readonly wire: Wire;
  private readonly left: { main: Turn[]; sub: Turn[] };
  /** Requests beside the conversation. */
  asides = 0;
  private count = 0;

  private constructor(wire: Wire, script: Script) {
    this.wire = wire;
    this.left = { main: [...script.main], sub: [...(script.sub ?? [])] };
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  static async start(wire: Wire, script: Script): Promise<ModelServer> {
    const model = new ModelServer(wire, script);
    await new Promise<void>((resolve) => model.server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** All that tools gave back to the main conversation. */
  get results(): string {
    return this.served.flatMap(({ lane, results }) => (lane === 'main' ? results : [])).join('\n');
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const came = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '').split('?')[0]!;
    const body = parsed(Buffer.concat(chunks).toString('utf8'));
    const asked = this.wire.read(request.method ?? '', path, body);
    if (asked.kind === 'other') return send(response, asked.status, JSON.stringify(asked.body));
    const nth = ++this.count;
    if (asked.kind === 'aside') {
      this.asides++;
      return stream(response, this.wire.answer({ say: SUMMARY }, nth, { path, body }));
    }
    const served: Served = { lane: asked.lane, came, answered: 0, results: asked.results };
    this.served.push(served);
    const turn = this.left[asked.lane].shift() ?? DONE;
    await turn.before?.();
    stream(response, this.wire.answer(turn, nth, { path, body }));
    served.answered = performance.now();
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(text);
}

function stream(response: ServerResponse, { type, text }: Answer): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
  response.end(text);
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {};
  }
}

/** Server-sent events, each by its `type`. */
export function events(list: readonly { readonly type: string }[]): Answer {
  const text = list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  return { type: 'text/event-stream', text };
}

export function data(list: readonly unknown[]): Answer {
  const text = list
    .map((value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`)
    .join('');
  return { type: 'text/event-stream', text };
}
