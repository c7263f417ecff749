import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { TracekitError } from '../../model/error.ts';
import type { AnswerRequest, ViewSource } from '../api.ts';
import type { Answering } from './answering.ts';
import type { EventClients } from './event-clients.ts';
import { type Asking, bearerOf, type GuardOptions, type Refusal, refusalOf, SAFE_HEADERS } from './guard.ts';
import type { StaticFiles } from './static-files.ts';
import type { Tickets } from './tickets.ts';

export type RouteOptions = {
  readonly source: ViewSource;
  readonly files: StaticFiles;
  readonly guard: () => GuardOptions;
  readonly tickets: Tickets;
  readonly events: EventClients;
  /** Gives answers to the signer; undefined where nothing can wait for one. */
  readonly answer?: Answering;
};

type Env = { Bindings: HttpBindings };
type Ctx = Context<Env>;

const MOST_BODY = 16 << 10;
const MOST_ROWS = 500;
const MOST_WORDS = 500;

/** The viewer's addresses. Errors are `{error: {code, message}}`, never a stack; nothing of a request is written anywhere. */
export function routesOf(options: RouteOptions): Hono<Env> {
  const { source, files } = options;
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    const refusal = refusalOf(askingOf(c), options.guard());
    if (refusal !== undefined) return refused(c, refusal);
    await next();
    for (const [name, value] of Object.entries(SAFE_HEADERS)) c.header(name, value);
    return undefined;
  });
  app.get('/api/home', (c) => json(c, { kind: source.kind, answers: options.answer !== undefined }));
  app.get('/api/runs', async (c) => json(c, await source.runs()));
  app.get('/api/runs/:run/review', async (c) => json(c, await source.review(c.req.param('run'))));
  app.get('/api/runs/:run/marks', async (c) => json(c, await source.marks(c.req.param('run'))));
  app.get('/api/runs/:run/rows', async (c) => {
    const count = Math.min(MOST_ROWS, numberOf(c, 'count', 100));
    return json(c, await source.rows(c.req.param('run'), numberOf(c, 'from', 0), count));
  });
  app.get('/api/runs/:run/find', async (c) => {
    const words = (c.req.query('words') ?? '').slice(0, MOST_WORDS);
    const row =
      words === '' ? undefined : await source.find(c.req.param('run'), words, numberOf(c, 'from', 0));
    return json(c, row === undefined ? {} : { row });
  });
  app.get('/api/records/:seq', async (c) => json(c, await source.record(seqOf(c))));
  app.get('/api/records/:seq/contents/:commitment', async (c) =>
    json(c, await source.content(seqOf(c), c.req.param('commitment'), numberOf(c, 'from', 0))),
  );
  app.get('/api/events', (c) => follow(c, options));
  app.post('/api/session', (c) => beginSession(c, options));
  app.post('/api/approvals/:id', (c) => answerHold(c, options));
  app.notFound((c) => {
    const file = files.get(c.req.path);
    if (file === undefined) return refused(c, NOT_FOUND);
    return c.body(file.bytes, 200, { 'content-type': file.type, 'cache-control': 'no-cache' });
  });
  app.onError((error, c) => refused(c, refusalFrom(error)));
  return app;
}

type Failure = Omit<Refusal, 'status'> & { readonly status: Refusal['status'] | 404 | 409 | 413 | 500 | 503 };

const NOT_FOUND: Failure = { status: 404, code: 'not_found', message: 'there is nothing at this address' };

function refused(c: Ctx, { status, code, message }: Failure): Response {
  const response = json(c, { error: { code, message } }, status);
  for (const [name, value] of Object.entries(SAFE_HEADERS)) response.headers.set(name, value);
  return response;
}

function json(c: Ctx, value: unknown, status: Failure['status'] | 200 = 200): Response {
  return c.body(JSON.stringify(value), status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
}

function askingOf(c: Ctx): Asking {
  const { headers } = c.env.incoming;
  const one = (value: string | readonly string[] | undefined) =>
    typeof value === 'string' ? value : undefined;
  return {
    method: c.req.method,
    path: c.req.path,
    host: headers.host,
    origin: one(headers.origin),
    site: one(headers['sec-fetch-site']),
    authorization: headers.authorization,
  };
}

function numberOf(c: Ctx, name: string, otherwise: number): number {
  const text = c.req.query(name);
  if (text === undefined) return otherwise;
  if (/^[0-9]{1,12}$/.test(text)) return Number(text);
  throw new TracekitError(
    'bad_request',
    `${name}: expected a number from 0, found ${JSON.stringify(text.slice(0, 40))}`,
  );
}

function seqOf(c: Ctx): number {
  const text = c.req.param('seq') ?? '';
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  throw new TracekitError(
    'bad_request',
    `expected a record's number, found ${JSON.stringify(text.slice(0, 40))}`,
  );
}

function follow(c: Ctx, { events, source }: RouteOptions): Response {
  if (source.follow === undefined)
    return refused(c, {
      status: 404,
      code: 'not_live',
      message: 'a bundle stays as it is: there are no events',
    });
  if (!events.hasRoom)
    return refused(c, {
      status: 503,
      code: 'too_many_clients',
      message: 'too many pages follow already; close some of them, or look without live updates',
    });
  if (c.req.method === 'HEAD') return json(c, {});
  events.add(c.env.outgoing as ServerResponse, SAFE_HEADERS);
  return RESPONSE_ALREADY_SENT;
}

/** Gives the token for the ticket that the page was opened with. */
function beginSession(c: Ctx, { tickets, guard }: RouteOptions): Response {
  if (tickets.take(bearerOf(c.env.incoming.headers.authorization))) return json(c, { token: guard().token });
  return refused(c, {
    status: 401,
    code: 'no_ticket',
    message:
      'expected the ticket that this page was opened with, found one that was used or is old; open the printed address',
  });
}

async function answerHold(c: Ctx, { answer, guard }: RouteOptions): Promise<Response> {
  if (answer === undefined)
    return refused(c, {
      status: 404,
      code: 'not_live',
      message: 'a bundle stays as it is: nothing waits for an answer',
    });
  const connection = { client: c.env.incoming.socket.remotePort ?? 0, server: guard().port };
  await answer(c.req.param('id') ?? '', answerIn(await bodyOf(c)), connection);
  return json(c, { ok: true });
}

async function bodyOf(c: Ctx): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of c.env.incoming) {
    bytes += (piece as Buffer).length;
    if (bytes > MOST_BODY)
      throw new TracekitError('too_large', `expected an answer of at most ${MOST_BODY} bytes, found more`);
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** hostile: whatever JSON. */
function answerIn(text: string): AnswerRequest {
  const fault = new TracekitError(
    'bad_request',
    'expected {"answer": "approve" or "reject"}, found something else',
  );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault;
  }
  const { answer: word, reason, release } = (value ?? {}) as { readonly [key: string]: unknown };
  if (word !== 'approve' && word !== 'reject') throw fault;
  if (
    (reason !== undefined && typeof reason !== 'string') ||
    (release !== undefined && typeof release !== 'boolean')
  )
    throw fault;
  return {
    answer: word,
    ...(reason === undefined ? {} : { reason }),
    ...(release === undefined ? {} : { release }),
  };
}

const STATUS: Readonly<Record<string, Failure['status']>> = {
  bad_request: 400,
  too_large: 413,
  no_such_run: 404,
  no_such_record: 404,
  no_such_content: 404,
  no_such_approval: 404,
  not_yours_to_answer: 403,
  answered: 409,
  nothing_to_release: 409,
  no_signer: 503,
  signer_hangs: 503,
  foreign_socket: 503,
  not_recorded: 503,
};

/** What was thrown, as a person may see it: of what nobody foresaw, that it happened. */
function refusalFrom(error: unknown): Failure {
  if (!(error instanceof TracekitError))
    return {
      status: 500,
      code: 'failed',
      message: 'the viewer failed to answer; tracekit verify tells whether the log holds',
    };
  return { status: STATUS[error.code] ?? 500, code: error.code, message: error.message };
}
