import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { LogRecord } from '../../src/model/record.ts';
import { encodeFrame, FrameReader } from '../../src/model/tail-frames.ts';
import {
  type FromTailer,
  TAILER_PATH,
  TAILER_PROTOCOL,
  type ToTailer,
} from '../../src/model/tail-session.ts';
import { parseConfig } from '../../src/signer/config.ts';
import { openSigner, type RunningSigner } from '../../src/signer/daemon.ts';
import { GateState } from '../../src/signer/gate-state.ts';
import { hookQuery } from '../../src/signer/hook-request.ts';
import { exchange } from '../../src/signer/http-exchange.ts';
import { type GateOverOptions, gateOver } from '../../src/signer/open-gate.ts';
import { type OpenHome, openHome } from '../../src/signer/open-home.ts';
import { recordsOf } from './inline-recording.ts';

export const SESSION = '11111111-2222-4333-8444-000000000000';

/** A signer in this process whose tailer the test plays itself, message by message. */
export class TailerStand {
  readonly dir = mkdtempSync(join(tmpdir(), 'tracekit-hub-'));
  readonly home = join(this.dir, 'home');
  readonly defects: unknown[] = [];
  /** What each start of a tailer was given, and whether it was stopped since. */
  readonly starts: { readonly secret: string; readonly gone: () => void; stopped: boolean }[] = [];
  signer!: RunningSigner;
  open!: OpenHome;
  private nonce = 0;

  async start(config = '{}', more: Partial<GateOverOptions> = {}): Promise<void> {
    for (const folder of [this.home, join(this.dir, 'run')])
      mkdirSync(folder, { mode: 0o700, recursive: true });
    process.env.XDG_STATE_HOME = join(this.dir, 'state');
    appendFileSync(join(this.home, 'policy.yaml'), 'version: 1\ndefault: allow\n');
    const openGate = async (home: string, locked: () => void) => {
      let gateState = new GateState();
      const start = (): void => {
        locked();
        gateState = new GateState();
      };
      const open = await openHome(home, {
        beside: { start, record: (record) => gateState.apply(record) },
      });
      this.open = open;
      const gate = gateOver(open, {
        ...{
          home,
          config: parseConfig(config, 'config.yaml'),
          gateState,
          clock: Date.now,
          userHome: this.dir,
        },
        startTailer: (_socket, secret, gone) => {
          const one = { secret, gone, stopped: false };
          this.starts.push(one);
          return { stop: () => Object.assign(one, { stopped: true }) };
        },
        ...more,
      });
      await gate.begin();
      return gate;
    };
    const env = { XDG_RUNTIME_DIR: join(this.dir, 'run') };
    const onDefect = (error: unknown): void => void this.defects.push(error);
    this.signer = await openSigner({ home: this.home, openGate, idleMs: 3_600_000, env, onDefect });
  }

  async remove(): Promise<void> {
    await this.signer?.stop('asked');
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** Fires a hook of the session; the answer is not looked at. */
  async hook(event: string, fields: object = {}): Promise<void> {
    const payload = { session_id: SESSION, cwd: this.dir, hook_event_name: event, ...fields };
    const head = { event, install: 'one', profile: 'open', nonce: `n${this.nonce++}`, cwd: '/' } as const;
    await exchange({
      ...{ socket: this.signer.runtime.socket, silenceMs: 20_000, wholeMs: 20_000 },
      target: `/hook?${hookQuery('claude-code', head)}`,
      body: Buffer.from(JSON.stringify(payload)),
      onBytes: () => undefined,
    });
  }

  /** Connects as a tailer with this secret, the newest start's unless stated. */
  connect(secret = this.starts.at(-1)?.secret ?? ''): Promise<PlayedTailer | number> {
    return new Promise((resolve, reject) => {
      const asked = request({
        socketPath: this.signer.runtime.socket,
        path: TAILER_PATH,
        headers: { connection: 'Upgrade', upgrade: TAILER_PROTOCOL, authorization: `Bearer ${secret}` },
      });
      asked.on('upgrade', (_response: IncomingMessage, stream: Duplex, head: Buffer) =>
        resolve(new PlayedTailer(stream, head)),
      );
      asked.on('response', ({ statusCode }) => resolve(statusCode ?? 0));
      asked.on('error', reject);
      asked.end();
    });
  }

  async tailer(): Promise<PlayedTailer> {
    const one = await this.connect();
    if (typeof one === 'number') throw new Error(`the signer refused the tailer: ${one}`);
    return one;
  }

  gaps(): readonly LogRecord[] {
    return recordsOf(this.home).filter(({ kind }) => kind === 'gap');
  }

  gapWords(): readonly unknown[] {
    return this.gaps().map(({ data }) => data.gap);
  }
}

/** A tailer's end of a connection. */
export class PlayedTailer {
  readonly stream: Duplex;
  readonly got: ToTailer[] = [];
  closed = false;
  private readonly frames = new FrameReader();

  constructor(stream: Duplex, head: Buffer) {
    this.stream = stream;
    stream.on('error', () => undefined);
    stream.once('close', () => {
      this.closed = true;
    });
    const take = (bytes: Buffer): void => {
      for (const message of this.frames.push(bytes)) this.got.push(message as ToTailer);
    };
    stream.on('data', take);
    if (head.length > 0) take(head);
  }

  send(message: FromTailer | object): void {
    for (const piece of encodeFrame(message)) this.stream.write(piece);
  }

  last<Kind extends ToTailer['kind']>(kind: Kind): Extract<ToTailer, { kind: Kind }> | undefined {
    return this.got.findLast((one): one is Extract<ToTailer, { kind: Kind }> => one.kind === kind);
  }
}

/** A stand that runs; stopped and removed after the test. */
export async function tailerStand(config?: string, more?: Partial<GateOverOptions>): Promise<TailerStand> {
  const stand = new TailerStand();
  onTestFinished(() => stand.remove());
  await stand.start(config, more);
  return stand;
}
