import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { decompress } from 'fzstd';
import type { Harness } from '../../src/model/harness.ts';
import { askSigner } from '../../src/signer/ask.ts';
import { openSigner, type RunningSigner } from '../../src/signer/daemon.ts';
import { hookQuery } from '../../src/signer/hook-request.ts';
import { exchange } from '../../src/signer/http-exchange.ts';
import { openGate } from '../../src/signer/open-gate.ts';
import { readSocketPlace } from '../../src/signer/socket-place.ts';

const CAPTURES = '../shared/captures';
/** The home of whoever made the captures: every path in them lies below it, and is moved below the stand's. */
const CAPTURED_HOME = '/home/dev';

type Moment = {
  readonly file: string;
  readonly event: string;
  readonly start_ns: string;
  readonly transcripts?: readonly { readonly path: string; readonly lines: number | null }[];
};

/**
 * A real signer in this process and the real tailer's process, over a home of their own: captured sessions are played
 * to them, hooks and transcript bytes in their real order.
 */
export class LiveStand {
  readonly dir = mkdtempSync(join(tmpdir(), 'tracekit-live-'));
  readonly user = join(this.dir, 'user');
  readonly home: string;
  private readonly under: readonly string[];
  private signer: RunningSigner | undefined;
  private child: ChildProcess | undefined;
  private nonce = 0;
  readonly defects: unknown[] = [];

  /** `home` lies elsewhere than beside all else; a signer's process is started by the command `under`. */
  constructor({ home, under = [] }: { readonly home?: string; readonly under?: readonly string[] } = {}) {
    this.home = home ?? join(this.dir, 'home');
    this.under = under;
  }

  async start(config = '{}', how: 'here' | 'process' = 'here'): Promise<void> {
    for (const folder of [this.user, this.home, join(this.dir, 'run')])
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    process.env.XDG_STATE_HOME = join(this.dir, 'state');
    process.env.HOME = this.user;
    appendFileSync(join(this.home, 'config.yaml'), config);
    appendFileSync(join(this.home, 'policy.yaml'), 'version: 1\ndefault: allow\n');
    await (how === 'here' ? this.open() : this.spawn());
  }

  async open(): Promise<void> {
    const env = { XDG_RUNTIME_DIR: join(this.dir, 'run') };
    const { home } = this;
    const onDefect = (error: unknown): void => void this.defects.push(error);
    this.signer = await openSigner({ home, openGate, idleMs: 3_600_000, env, onDefect });
  }

  /** Starts a signer in a process of its own, which can be killed. */
  async spawn(): Promise<void> {
    const [command, ...args] = [
      ...this.under,
      ...[process.execPath, 'dist/tracekit.js', 'signer', 'run', '--home', this.home],
    ];
    const env = { ...process.env, XDG_RUNTIME_DIR: join(this.dir, 'run') };
    const child = spawn(command!, args, { stdio: 'ignore', env });
    this.child = child;
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    await this.until(() => readSocketPlace(this.home)?.pid === child.pid);
  }

  /** Kills the signer's process, as `kill -9` does. */
  async killSigner(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.until(() => this.child === undefined);
  }

  signalSigner(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Kills the tailer's process, or sends it another signal; says whether there was one. */
  killTailer(signal: NodeJS.Signals = 'SIGKILL'): boolean {
    const found = this.tailers();
    for (const pid of found) process.kill(pid, signal);
    return found.length > 0;
  }

  /** The processes of tailers that were started for this stand's signer. */
  tailers(): readonly number[] {
    const { socket } = this;
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const found = pids.filter((pid) => {
      const words = argumentsOf(pid);
      return words.includes(socket) && words.some((word) => word.endsWith('tailer.js'));
    });
    return found.map(Number);
  }

  get socket(): string {
    return this.signer?.runtime.socket ?? readSocketPlace(this.home)?.path ?? '';
  }

  async stop(): Promise<void> {
    await this.signer?.stop('asked');
    this.signer = undefined;
    this.child?.kill('SIGTERM');
    await this.until(() => this.child === undefined);
  }

  async remove(): Promise<void> {
    await this.stop();
    for (const folder of [this.dir, this.home]) rmSync(folder, { recursive: true, force: true });
  }

  /** Fires one hook as the thin client does; gives the frames that came back. */
  async hook(harness: Harness, raw: Uint8Array, how: { event: string; install?: string }): Promise<string> {
    const chunks: Buffer[] = [];
    const head = {
      event: how.event,
      install: how.install ?? 'one',
      profile: 'open',
      nonce: `n${this.nonce++}`,
      cwd: '/',
    } as const;
    await exchange({
      ...{ socket: this.socket, body: raw, silenceMs: 60_000, wholeMs: 120_000 },
      target: `/hook?${hookQuery(harness, head)}`,
      onBytes: (bytes) => chunks.push(bytes),
    });
    return Buffer.concat(chunks).toString();
  }

  /** Waits until something is so. */
  async until(isSo: () => boolean): Promise<void> {
    for (let tries = 0; !isSo(); tries++) {
      if (tries === 600) throw new Error('waited 30 s in vain');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Waits until no run's end is being waited for: those that are open then never had a session's end. */
  async settled(): Promise<void> {
    let before = '';
    for (let quiet = 0; quiet < 10; ) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const answer = JSON.stringify(await askSigner(this.home, { command: 'status' }));
      quiet = answer === before ? quiet + 1 : 0;
      before = answer;
    }
  }

  /** Plays a captured session, `speed` times as fast as it went. */
  async play(harness: Harness, scenario: string, speed: number): Promise<void> {
    const session = this.session(harness, scenario);
    const begin = Date.now();
    for (const moment of session.moments) {
      const due = begin + session.msOf(moment) / speed;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())));
      await session.fire(moment);
    }
    session.finish();
  }

  /** A captured session, to be played step by step. */
  session(harness: Harness, scenario: string): PlayedSession {
    return new PlayedSession(this, harness, join(CAPTURES, harness, scenario));
  }
}

/** A process's command line; none where it is gone. */
function argumentsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** A captured session that is played to a stand: its transcript grows as it did, hook by hook. */
export class PlayedSession {
  readonly moments: readonly Moment[];
  private readonly stand: LiveStand;
  private readonly harness: Harness;
  private readonly folder: string;
  private readonly files: CapturedSession;

  constructor(stand: LiveStand, harness: Harness, folder: string) {
    this.stand = stand;
    this.harness = harness;
    this.folder = folder;
    this.moments = JSON.parse(readFileSync(join(folder, 'hooks/index.json'), 'utf8')) as readonly Moment[];
    this.files = new CapturedSession(join(folder, 'transcript'), stand.user, this.moments);
  }

  /** Milliseconds from the session's first hook to this one. */
  msOf({ start_ns }: Moment): number {
    const ms = (ns: string): number => Number(BigInt(ns) / 1_000_000n);
    return ms(start_ns) - ms(this.moments[0]?.start_ns ?? '0');
  }

  /** Writes what the transcripts had by then, and fires the hook. */
  async fire(moment: Moment): Promise<void> {
    const path = join(this.folder, 'hooks', moment.file);
    const raw = existsSync(path) ? readFileSync(path) : undefined;
    this.files.advance(moment, raw?.toString('latin1') ?? '');
    if (raw === undefined) return;
    const install = /-([a-z]+)\.json$/.exec(moment.file)?.[1] ?? 'one';
    await this.stand.hook(this.harness, this.files.moved(raw), { event: moment.event, install });
  }

  /** Fires the hooks from one number to before another. */
  async steps(from: number, to: number): Promise<void> {
    for (const moment of this.moments.slice(from, to)) await this.fire(moment);
  }

  /** Writes the rest of the transcripts. */
  finish(): void {
    this.files.finish();
  }
}

type CapturedFile = { readonly bytes: Buffer; written: number };

/** The transcript files of a captured session, and how much of each has been written. */
class CapturedSession {
  private readonly files = new Map<string, CapturedFile>();
  /** Files that are compressed at the end. */
  private readonly archives = new Map<string, Buffer>();
  private readonly user: string;
  /** The last moment that names each file. */
  private readonly lastNamed = new Map<string, Moment>();

  constructor(from: string, user: string, index: readonly Moment[]) {
    this.user = user;
    for (const moment of index)
      for (const { path } of moment.transcripts ?? [])
        this.lastNamed.set(relative(CAPTURED_HOME, path), moment);
    const named = new Set(
      index.flatMap(({ transcripts = [] }) => transcripts.map(({ path }) => relative(CAPTURED_HOME, path))),
    );
    for (const name of existsSync(from) ? readdirSync(from, { recursive: true, encoding: 'utf8' }) : []) {
      const path = join(from, name);
      if (!statSync(path).isFile()) continue;
      const plain = name.replace(/\.zst$/, '');
      const bytes = readFileSync(path);
      if (name !== plain) this.archives.set(name, bytes);
      if (name !== plain && !named.has(plain)) continue;
      const whole = name === plain ? bytes : Buffer.from(decompress(bytes));
      this.files.set(plain, { bytes: this.moved(whole), written: 0 });
    }
  }

  /** The bytes with paths of the captured home moved below the stand's. */
  moved(bytes: Buffer): Buffer {
    return Buffer.from(bytes.toString('latin1').replaceAll(CAPTURED_HOME, this.user), 'latin1');
  }

  /** Makes each file as long as it was when the hook fired; one that the index never names comes whole with the first payload that does. */
  advance(moment: Moment, raw: string): void {
    const { transcripts = [] } = moment;
    if (moment.event === 'SessionStart') this.endBefore(moment);
    for (const { path, lines } of transcripts) {
      const name = relative(CAPTURED_HOME, path);
      const file = this.files.get(name);
      if (file !== undefined && lines !== null) this.write(name, file, endOfLine(file.bytes, lines));
    }
    for (const [name, file] of this.files)
      if (file.written === 0 && raw.includes(`${CAPTURED_HOME}/${name}`) && !this.isMain(transcripts, name))
        this.write(name, file, file.bytes.length);
  }

  /**
   * A session's last lines come behind its last hook, and before another session starts (formats: claude-code 2.1.332: its
   * cost comes 0.2 s after `SessionEnd`). Written at the very end, they would come to a run that is closed by then.
   */
  private endBefore({ start_ns }: Moment): void {
    for (const [name, file] of this.files) {
      const last = this.lastNamed.get(name);
      if (last !== undefined && BigInt(last.start_ns) < BigInt(start_ns))
        this.write(name, file, file.bytes.length);
    }
  }

  finish(): void {
    for (const [name, file] of this.files) this.write(name, file, file.bytes.length);
    for (const [name, bytes] of this.archives) {
      writeFileSync(join(this.user, name), bytes);
      rmSync(join(this.user, name.replace(/\.zst$/, '')), { force: true });
    }
  }

  private isMain(transcripts: NonNullable<Moment['transcripts']>, name: string): boolean {
    return transcripts.some(({ path }) => relative(CAPTURED_HOME, path) === name);
  }

  private write(name: string, file: CapturedFile, to: number): void {
    if (to <= file.written) return;
    const path = join(this.user, name);
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, file.bytes.subarray(file.written, to));
    file.written = to;
  }
}

function endOfLine(bytes: Buffer, lines: number): number {
  let end = 0;
  for (let i = 0; i < lines; i++) end = bytes.indexOf(0x0a, end) + 1;
  return end;
}
