import { chmodSync, renameSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { TracekitError } from '../model/error.ts';
import { foreignSocket } from './foreign-socket.ts';
import type { Caller, Gate, GateAnswer, GateRequest } from './hook-call.ts';
import { giveMemoryBack } from './idle-memory.ts';
import { lateGate } from './late-gate.ts';
import { makeRuntime, type Runtime, sweepRuntime, writeSocketPlace } from './runtime.ts';
import { SignerServer } from './server.ts';
import { socketTrust } from './socket-place.ts';
import { ingestSpool, type SpoolNotice } from './spool.ts';
import { clearStartFailure, writeStartFailure } from './start-failure.ts';

export type DaemonErrorCode = 'foreign_socket';

/**
 * Opens the home for writing, and with it takes the one writer's lock; `locked` is called when it has that, and waited for
 * before the log is read, which blocks the thread. Throws `locked` where another holds it.
 */
export type OpenGate = (home: string, locked: () => Promise<void>) => Promise<Gate>;

export type SignerOptions = {
  readonly home: string;
  readonly openGate: OpenGate;
  /** A signer without hooks, commands and holds for so long stops. */
  readonly idleMs: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: () => number;
  readonly caller?: (socket: Socket) => Caller;
  readonly onDefect?: (error: unknown) => void;
  /** What of the spool could not be taken in, and why. */
  readonly onSpool?: (notice: SpoolNotice) => void;
};

export type StopReason = 'idle' | 'asked' | 'signal' | 'unreachable';

/** A signer that listens. */
export type RunningSigner = {
  readonly runtime: Runtime;
  /** Stops it in good order, once. */
  readonly stop: (reason: StopReason) => Promise<void>;
  /** Resolves when it has stopped and the lock is free. */
  readonly stopped: Promise<StopReason>;
};

/** The socket's name is looked at so often: less than a hook waits for a signer. */
const WATCH_MS = 1_000;
/** What the kernel has accepted before the socket's name went away gets so long to reach us. */
const LAST_CONNECTIONS_MS = 50;
/** Answers that are being sent when the gate has closed get so long to arrive. */
const LAST_ANSWERS_MS = 2_000;

/**
 * Takes the home's lock, listens, opens the gate and takes in the spool; resolves when all is done. Hooks that come
 * meanwhile wait with a heartbeat: nothing is decided before what came earlier. Throws what the gate throws (`locked`
 * where another signer runs), `foreign_socket`, `no_runtime_folder`.
 */
export async function openSigner(options: SignerOptions): Promise<RunningSigner> {
  const { home, env = process.env, clock = Date.now } = options;
  const hasLock = signal();
  const listens = signal();
  const opening = options.openGate(home, () => {
    hasLock.give();
    return listens.given;
  });
  await Promise.race([hasLock.given, opening]);
  let listening: Listening | undefined;
  try {
    const runtime = makeRuntime({ home, env });
    if (runtime.folder !== undefined) {
      clearSocket(runtime.socket);
      sweepRuntime(runtime.folder, clock());
    }
    const ready = opening.then(async (gate) => {
      await ingestSpool({ home, gate, clock, onNotice: options.onSpool ?? (() => {}) });
      return gate;
    });
    listening = await listen(options, lateGate(ready), runtime);
    listens.give();
    const gate = await ready;
    clearStartFailure(home);
    return listening.run(gate);
  } catch (error) {
    listens.give();
    // Listening ends at once, and so before the lock is free: its end takes the socket's name away, by then another's.
    const ended = listening?.end();
    await opening.then((gate) => gate.close()).catch(() => {});
    await ended;
    throw error;
  }
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** Removes the socket that a killed signer left. The lock is ours, so nobody listens there who may. */
function clearSocket(path: string): void {
  const trust = socketTrust(path);
  if (trust === 'foreign') throw new TracekitError<DaemonErrorCode>('foreign_socket', foreignSocket(path));
  if (trust === 'ours') rmSync(path, { force: true });
}

/** A server that listens while its gate may still be opening. */
type Listening = {
  /** Watches over it from now on, its gate being open. */
  readonly run: (gate: Gate) => RunningSigner;
  /** Ends it where the gate could not be opened. */
  readonly end: () => Promise<void>;
};

async function listen(options: SignerOptions, gate: Gate, runtime: Runtime): Promise<Listening> {
  const { home, clock = Date.now } = options;
  const started = clock();
  let asked = false;
  let stop = (): void => {
    asked = true;
  };
  const server: SignerServer = new SignerServer({
    gate,
    clock,
    ...(options.caller !== undefined && { caller: options.caller }),
    ...(options.onDefect !== undefined && { onDefect: options.onDefect }),
    own: (request) => {
      if (request.command === 'signer.stop') setImmediate(() => stop());
      return ownAnswer(request, { started, open: server.open });
    },
  });
  const mask = process.umask(0o077);
  const listening = server.listen(runtime.socket).finally(() => process.umask(mask));
  await listening;
  try {
    if (runtime.folder !== undefined) chmodSync(runtime.socket, 0o600);
    writeSocketPlace(home, runtime.socket);
  } catch (error) {
    // A full disk: a server that nobody ends would keep the process, and be no signer.
    await server.close(Promise.resolve(), 0);
    throw error;
  }
  const socket = runtime.folder && runtime.socket;
  return {
    run: (opened) => {
      opened.tailers?.listening(runtime.socket);
      const lifetime = new Lifetime({ gate: opened, server, socket, idleMs: options.idleMs, clock });
      stop = () => void lifetime.stop('asked');
      if (asked) stop();
      return { runtime, stop: (reason) => lifetime.stop(reason), stopped: lifetime.stopped };
    },
    end: () => server.close(Promise.resolve(), LAST_ANSWERS_MS),
  };
}

/** What the daemon itself is asked: `signer.status`, `signer.stop`. */
export type SignerFacts = { readonly pid: number; readonly started: number; readonly open: number };

function ownAnswer(request: GateRequest, facts: Omit<SignerFacts, 'pid'>): GateAnswer | undefined {
  const own = request.command === 'signer.status' || request.command === 'signer.stop';
  return own ? { ok: true, result: { pid: process.pid, ...facts } satisfies SignerFacts } : undefined;
}

type LifetimeParts = {
  readonly gate: Gate;
  readonly server: SignerServer;
  /** The socket's path; undefined for a pipe, which has no name to take away. */
  readonly socket: string | undefined;
  readonly idleMs: number;
  readonly clock: () => number;
};

/** Watches a signer for idleness, and ends it. */
class Lifetime {
  readonly stopped: Promise<StopReason>;
  readonly #parts: LifetimeParts;
  readonly #timer: NodeJS.Timeout;
  readonly #watch: NodeJS.Timeout;
  readonly #keepMemory: () => void;
  #resolve: (reason: StopReason) => void = () => {};
  #ending: Promise<void> | undefined;
  #pausing = false;

  constructor(parts: LifetimeParts) {
    this.#parts = parts;
    this.stopped = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    const every = Math.min(30_000, Math.max(50, parts.idleMs / 4));
    this.#timer = setInterval(() => void this.#checkIdle(), every);
    this.#watch = setInterval(() => this.#checkName(), WATCH_MS);
    const { server } = parts;
    this.#keepMemory = giveMemoryBack({ uses: () => server.uses, collect: globalThis.gc });
  }

  stop(reason: StopReason): Promise<void> {
    this.#ending ??= this.#end(reason);
    return this.#ending;
  }

  #idle(): boolean {
    const { server, gate, clock, idleMs } = this.#parts;
    return server.open === 0 && !gate.busy() && clock() - server.lastUse >= idleMs;
  }

  /** A hook that connected just before the name went away finds the signer still there: then it stays. */
  async #checkIdle(): Promise<void> {
    if (this.#pausing || this.#ending !== undefined || !this.#idle()) return;
    this.#pausing = true;
    this.#rename('hide');
    await pause(LAST_CONNECTIONS_MS);
    if (this.#ending === undefined && !this.#idle()) this.#rename('show');
    else await this.stop('idle');
    this.#pausing = false;
  }

  /** Where the socket's name is gone (a session's runtime folder is removed with it), nobody can reach this signer. */
  #checkName(): void {
    const { socket } = this.#parts;
    if (socket === undefined || this.#pausing || this.#ending !== undefined) return;
    if (socketTrust(socket) !== 'ours') void this.stop('unreachable');
  }

  async #end(reason: StopReason): Promise<void> {
    const { gate, server, socket } = this.#parts;
    clearInterval(this.#timer);
    clearInterval(this.#watch);
    this.#keepMemory();
    this.#rename('hide');
    await pause(LAST_CONNECTIONS_MS);
    // Listening ends at once, and so before the lock is free: its end takes the socket's name away, by then another's.
    await server.close(gate.close(), LAST_ANSWERS_MS);
    if (socket !== undefined) rmSync(hidden(socket), { force: true });
    this.#resolve(reason);
  }

  /** Takes the socket's name away, so that no new hook connects, or gives it back. */
  #rename(how: 'hide' | 'show'): void {
    const { socket } = this.#parts;
    if (socket === undefined) return;
    const [from, to] = how === 'hide' ? [socket, hidden(socket)] : [hidden(socket), socket];
    try {
      renameSync(from, to);
    } catch {
      // Somebody removed it; the next start makes a new one.
    }
  }
}

function hidden(socket: string): string {
  return `${socket}.${process.pid}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Runs a signer until it stops: idle, asked to, or on SIGTERM, SIGINT, SIGHUP. Throws as `openSigner`, and keeps why. */
export async function runSigner(options: SignerOptions): Promise<StopReason> {
  const signer = await openSigner(options).catch((error: unknown) => {
    writeStartFailure(options.home, error);
    throw error;
  });
  const onSignal = (): void => void signer.stop('signal');
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  try {
    return await signer.stopped;
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}
