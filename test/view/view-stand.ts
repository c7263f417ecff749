import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homePaths } from '../../src/log/home.ts';
import type { ViewSource } from '../../src/view/api.ts';
import { HomeSource } from '../../src/view/home/home-source.ts';
import { taskThread } from '../../src/view/home/task-thread.ts';
import type { StaticFiles } from '../../src/view/server/static-files.ts';
import { ViewServer, type ViewServerOptions } from '../../src/view/server/view-server.ts';
import { recordInline } from '../signer/inline-recording.ts';

export const TOKEN = 'a-token-that-only-this-test-knows-0123456789';

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON. */
  readonly json: unknown;
};

export type Request = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Without the token. */
  readonly bare?: boolean;
};

const PAGE: StaticFiles = new Map([
  ['/', { type: 'text/html; charset=utf-8', bytes: new TextEncoder().encode('<!doctype html>page') }],
  ['/app.js', { type: 'text/javascript; charset=utf-8', bytes: new TextEncoder().encode('1') }],
]);

/** A viewer's server over a home, and what asks it. */
export class ViewStand {
  readonly dir = mkdtempSync(join(tmpdir(), 'tracekit-view-'));
  readonly home = join(this.dir, 'home');
  source!: ViewSource;
  server!: ViewServer;
  private home_: HomeSource | undefined;

  /** Records transcripts into the home. */
  record(paths: readonly string[]): Promise<unknown> {
    return recordInline(this.home, [...paths]);
  }

  async start(options: Partial<ViewServerOptions> = {}): Promise<this> {
    if (options.source === undefined) {
      const tasks = taskThread({ home: this.home, seen: undefined, script: undefined });
      this.home_ = new HomeSource({ paths: homePaths(this.home), tasks });
    }
    this.source = options.source ?? this.home_!;
    this.server = new ViewServer({ source: this.source, files: PAGE, token: TOKEN, ...options });
    await this.server.listen(0);
    return this;
  }

  ask({ method = 'GET', path, headers = {}, body, bare = false }: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asking = request(
        {
          ...{ host: '127.0.0.1', port: this.server.port, method, path, agent: false },
          headers: { ...(bare ? {} : { authorization: `Bearer ${TOKEN}` }), ...headers },
        },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(pieces).toString('utf8');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              json: jsonIn(text),
            });
          });
        },
      );
      asking.on('error', reject);
      asking.end(body);
    });
  }

  async stop(): Promise<void> {
    await this.server?.close();
    await this.home_?.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
