import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isAbsolute } from 'node:path';
import type { Duplex } from 'node:stream';
import { TAILER_PROTOCOL } from '../model/tail-session.ts';
import type { Journal } from './journal.ts';
import type { OpenHome } from './open-home.ts';
import type { StartedTailer } from './spawn-tailer.ts';
import type { RunState } from './state.ts';
import { TailerBeat, type TailerTimes } from './tailer-beat.ts';
import { TailerLink, type TailerLinkParts } from './tailer-link.ts';
import type { TailerPort, TailerStatus } from './tailer-port.ts';

export type TailerHubParts = {
  readonly open: OpenHome;
  readonly journal: Journal;
  /** Starts a tailer's process that will connect to `socket` with `secret`; `gone` is called when it ends. */
  readonly start: (socket: string, secret: string, gone: () => void) => StartedTailer;
  readonly onLines: TailerLinkParts['onLines'];
  readonly onFork: TailerLinkParts['onFork'];
  readonly times?: TailerTimes;
};

/** The leave to report of a run: a token that the tailer shows with each file it finds. */
type Leave = { readonly run: RunState; token: string; path: string | undefined; lost: boolean };

/** A decision waits so long for the transcript. */
const CATCH_UP_MS = 25;
/** Before a run is closed, its transcripts are compared with what is recorded for so long at most. */
const FINISH_MS = 60_000;
/** A tailer that has not connected in two of these counts as lost. Two: a signer that was stopped finds one over. */
const START_MS = 5_000;
const TIMES: TailerTimes = {
  ...{ beat: 10_000, firstRetry: 250, lastRetry: 30_000, steady: 60_000 },
  ...{ wait: 10_000, last: 5_000 },
};
/** hostile: a hook may name anything as its transcript; the kernel takes no longer path. */
const MAX_PATH = 4_096;

type GapKind = 'tailer_lost' | 'tailer_redelegated';

/**
 * The signer's side of the tailer's process: starts it, gives it leave for each run, and signs a gap where it is
 * lost. There is one for all runs; it is started by the first, and again when it ends.
 */
export class TailerHub implements TailerPort {
  private readonly parts: TailerHubParts;
  private readonly leaves = new Map<string, Leave>();
  /** Runs of before this start: a signer before this one gave leave for them. */
  private readonly older: ReadonlySet<string>;
  private socket: string | undefined;
  private secret = '';
  private child: StartedTailer | undefined;
  private link: TailerLink | undefined;
  private timer: NodeJS.Timeout | undefined;
  private beat: TailerBeat | undefined;
  private readonly times: TailerTimes;
  private retryMs: number;
  private readonly onConnect = new Set<() => void>();
  private degraded: string | undefined;
  /** The signer stops: no other tailer comes then. */
  private isStopping = false;
  private readonly onStop = new Set<() => void>();
  /** What came of the link before this one is being settled. */
  private parting: Promise<unknown> = Promise.resolve();
  private ended = false;

  constructor(parts: TailerHubParts) {
    this.parts = parts;
    this.times = parts.times ?? TIMES;
    this.retryMs = this.times.firstRetry;
    this.older = new Set([...parts.open.state.runs.values()].filter(isFollowed).map(({ id }) => id));
  }

  /** The signer listens at `socket` from now on. */
  listening(socket: string): void {
    this.socket = socket;
    // Sessions that a signer before this one followed may write on without a hook.
    for (const id of this.older) {
      const run = this.parts.open.state.runs.get(id);
      if (run !== undefined && isFollowed(run)) this.follow(run, this.pathOf(run));
    }
    if (this.leaves.size > 0 && this.child === undefined) this.startTailer();
  }

  follow(run: RunState, named: string | undefined): void {
    const path = isFollowable(named) ? named : undefined;
    const known = this.leaves.get(run.id);
    if (known !== undefined && (path === undefined || path === known.path)) return;
    const leave = known ?? { run, token: newToken(), path, lost: false };
    leave.path = path ?? leave.path;
    this.leaves.set(run.id, leave);
    if (known === undefined && this.older.has(run.id)) this.gap(run, 'tailer_redelegated');
    this.tell(leave);
    if (this.link === undefined && this.child === undefined && this.timer === undefined) this.startTailer();
  }

  catchUp(run: RunState): Promise<void> {
    return this.order('catch_up', run, CATCH_UP_MS);
  }

  async finish(run: RunState): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let begin = (): void => undefined;
    const late = new Promise<'late'>((resolve) => {
      begin = () => {
        timer = setTimeout(() => resolve('late'), this.times.last);
      };
    });
    if (this.isStopping) begin();
    else this.onStop.add(begin);
    if ((await Promise.race([this.compare(run), late])) === 'late') this.lost();
    this.onStop.delete(begin);
    clearTimeout(timer);
  }

  /** The signer stops: a tailer for which a run waits some seconds more is lost, and no other one comes. */
  stopping(): void {
    this.isStopping = true;
    for (const begin of this.onStop) begin();
    this.onStop.clear();
  }

  closed(run: RunState): void {
    if (!this.leaves.delete(run.id)) return;
    this.link?.send({ kind: 'over', harness: run.harness, session: run.session });
    this.link?.forgetRun(run);
  }

  busy(): boolean {
    return this.leaves.size > 0;
  }

  status(): TailerStatus {
    if (this.link !== undefined) return 'connected';
    return [...this.leaves.values()].some(({ lost }) => lost) ? 'lost' : 'starting';
  }

  /** What the tailer can't do, in words; undefined where it can all. */
  notice(): string | undefined {
    return this.degraded;
  }

  /** Takes the connection of the process that this hub started; refuses any other. hostile: who can open the socket. */
  accept({ headers }: IncomingMessage, stream: Duplex): void {
    const isOurs =
      headers.upgrade === TAILER_PROTOCOL && isSame(headers.authorization, `Bearer ${this.secret}`);
    if (!isOurs || this.link !== undefined || this.ended) {
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    this.clearTimer();
    this.degraded = undefined;
    stream.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${TAILER_PROTOCOL}\r\n\r\n`,
    );
    const link: TailerLink = new TailerLink({
      ...{ open: this.parts.open, stream, onLines: this.parts.onLines, onFork: this.parts.onFork },
      isLeave: (token, harness, session) => this.isLeave(token, harness, session),
      onLate: (run) => this.late(run),
      onDegraded: (why) => {
        this.degraded = why;
      },
      onEnd: () => {
        if (this.link === link) this.lost();
      },
    });
    this.link = link;
    this.beat = new TailerBeat(link, this.times, {
      silent: () => this.lost(),
      steady: () => {
        this.retryMs = this.times.firstRetry;
      },
    });
    for (const leave of this.leaves.values()) {
      if (leave.lost && leave.run.open) this.gap(leave.run, 'tailer_redelegated');
      leave.lost = false;
      this.tell(leave);
    }
    for (const resolve of this.onConnect) resolve();
    this.onConnect.clear();
  }

  /** Ends the tailer; what came of it is recorded. */
  async close(): Promise<void> {
    this.ended = true;
    this.clearTimer();
    this.beat?.stop();
    await Promise.all([this.link?.close(), this.parting]);
    this.child?.stop();
  }

  private async compare(run: RunState): Promise<void> {
    for (let tries = 0; tries < 2; tries++) {
      const link = await this.connected(run);
      await this.order('check', run, FINISH_MS);
      // Lost in the midst of it: the next one does it.
      if (link === this.link) return;
    }
  }

  /** Where the run's main transcript was when it was last recorded. */
  private pathOf({ transcripts }: RunState): string | undefined {
    const main = transcripts.find(({ role }) => role === 'main');
    const bytes = main && this.parts.open.vault.getKept(main.path);
    return bytes && Buffer.from(bytes).toString('utf8');
  }

  private tell({ run, token, path }: Leave): void {
    const { harness, session } = run;
    this.link?.send({ kind: 'session', harness, session, token, ...(path !== undefined && { path }) });
  }

  private isLeave(token: string | undefined, harness: string, session: string): boolean {
    for (const { run, token: given } of this.leaves.values())
      if (run.harness === harness && run.session === session) return isSame(token, given);
    return false;
  }

  /** Waits for the next tailer, where one was lost or is being started. */
  private async connected(run: RunState): Promise<TailerLink | undefined> {
    const comes = this.socket !== undefined && (this.child !== undefined || !this.isStopping);
    if (this.link !== undefined || this.ended || !comes || !this.leaves.has(run.id)) return this.link;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.onConnect.add(resolve);
      timer = setTimeout(resolve, this.times.wait);
    });
    clearTimeout(timer);
    return this.link;
  }

  private async order(what: 'catch_up' | 'check', run: RunState, ms: number): Promise<void> {
    if (this.link === undefined || !this.leaves.has(run.id)) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([this.link.order(what, run), late]);
    clearTimeout(timer);
  }

  private startTailer(): void {
    if (this.socket === undefined || this.ended || this.isStopping) return;
    this.clearTimer();
    this.secret = randomBytes(32).toString('hex');
    const { secret } = this;
    this.timer = setTimeout(() => {
      this.timer = setTimeout(() => this.lost(), START_MS);
    }, START_MS);
    try {
      this.child = this.parts.start(this.socket, secret, () => {
        if (this.secret === secret) this.lost();
      });
    } catch {
      this.lost();
    }
  }

  /** The tailer is gone, or never came: a gap in each run that it had leave for, and another one is started. */
  private lost(): void {
    const { link, child } = this;
    if (this.ended) return;
    this.clearTimer();
    this.beat?.stop();
    this.secret = '';
    this.link = undefined;
    this.child = undefined;
    child?.stop();
    const closed = Promise.all([this.parting, link?.close()]);
    this.parting = closed;
    for (const leave of this.leaves.values()) this.renew(leave);
    if (this.leaves.size === 0 || this.isStopping) return;
    // What came of this one is settled before the next says where it stands.
    this.timer = setTimeout(() => void closed.then(() => this.startTailer()), this.retryMs);
    this.retryMs = Math.min(2 * this.retryMs, this.times.lastRetry);
  }

  /** A write to a closed run by a tailer that knew of the close: in the run's later chain. */
  private late(run: string): void {
    const data = { gap: 'late_activity', assurance: 'dev', client: 'tailer', run } as const;
    void this.parts.journal.append([{ kind: 'gap', source: 'signer', data }], true).catch(() => undefined);
  }

  /** The next tailer gets a token of its own, and the log says so. Losses before it has come are one. */
  private renew(leave: Leave): void {
    const { run } = leave;
    leave.token = newToken();
    if (leave.lost || !run.open) return;
    leave.lost = true;
    this.gap(run, 'tailer_lost');
  }

  private clearTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private gap({ id }: RunState, gap: GapKind): void {
    const draft = { run: id, kind: 'gap', source: 'signer', data: { gap, assurance: 'dev' } } as const;
    // A full disk: the missing lines will show as well.
    void this.parts.journal.append([draft], true).catch(() => undefined);
  }
}

function isFollowed({ open, mode }: RunState): boolean {
  return open && mode === 'hooks';
}

/** hostile: whatever text. What is no path that a file can have is not looked for; the harness's own folders are. */
function isFollowable(path: string | undefined): path is string {
  return path !== undefined && path.length <= MAX_PATH && isAbsolute(path) && !path.includes('\0');
}

function newToken(): string {
  return randomBytes(16).toString('hex');
}

function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return expected !== '' && a.length === b.length && timingSafeEqual(a, b);
}
