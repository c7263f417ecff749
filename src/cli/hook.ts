import { rmdirSync } from 'node:fs';
import type { Profile } from '../harness/failure.ts';
import { homePaths } from '../log/home.ts';
import type { EventKind } from '../model/hook-event.ts';
import { foreignSocket } from '../signer/foreign-socket.ts';
import type { HookReply } from '../signer/hook-call.ts';
import {
  MAX_PAYLOAD,
  maxSecondsOf,
  SILENCE_SECONDS,
  START_SECONDS,
  STARTING_SECONDS,
  startsSigner,
} from '../signer/hook-limits.ts';
import { harnessNamed, hookQuery } from '../signer/hook-request.ts';
import { type Exchanged, exchange } from '../signer/http-exchange.ts';
import { ReplyReader } from '../signer/reply-reader.ts';
import { readSocketPlace, socketTrust } from '../signer/socket-place.ts';
import type { StartedSigner } from '../signer/spawn-signer.ts';
import { writeSpool } from '../signer/spool-file.ts';
import { readStartFailure } from '../signer/start-failure.ts';
import { type HookArguments, readHookArguments } from './hook-arguments.ts';
import { capture } from './hook-capture.ts';
import { failProfile, type Understood, understand } from './hook-failure.ts';
import type { StdinRead } from './hook-streams.ts';

/** What the hook touches beside the socket and the home. */
export type HookIo = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: string;
  readonly clock: () => number;
  readonly readStdin: (most: number) => StdinRead;
  readonly write: (fd: 1 | 2, text: string) => void;
  /** Starts a signer of the home, not waiting for it. */
  readonly start: (home: string) => Promise<StartedSigner>;
  /** Aborted when the hook is told to end. */
  readonly signal: AbortSignal;
};

/**
 * `tracekit hook`: a payload on stdin to the signer, its answer in the harness's dialect; the exit code. This is the
 * road without curl, without a running signer, and on Windows. Never rejects: what fails is answered by the profile.
 */
export async function runHook(argv: readonly string[], io: HookIo): Promise<number> {
  const args = readHookArguments(argv, io.env);
  const stdin = io.readStdin(MAX_PAYLOAD);
  if (args.capture !== undefined) {
    capture(args.capture, {
      args: argv,
      payload: stdin.bytes,
      length: stdin.length,
      time: new Date(io.clock()),
    });
  }
  const hook = new Hook(args, stdin, io);
  const reply = await hook.answer().catch((error: unknown) => hook.fail(String(error)));
  if (reply.stderr !== '') io.write(2, `${reply.stderr}\n`);
  if (reply.stdout !== '') io.write(1, `${reply.stdout}\n`);
  return reply.exit;
}

const RESTART_MS = 200;

/** One hook on its way. What its failure needs of the payload is read only when it fails. */
class Hook {
  readonly #args: HookArguments;
  readonly #stdin: StdinRead;
  readonly #io: HookIo;
  readonly #came: number;
  #said: Understood | undefined;
  /** When this hook last started a signer; 0 for never. */
  #started = 0;
  /** The signer that this hook started last. */
  #starting: StartedSigner | undefined;
  #runMode: Profile | undefined;

  constructor(args: HookArguments, stdin: StdinRead, io: HookIo) {
    this.#args = args;
    this.#stdin = stdin;
    this.#io = io;
    this.#came = io.clock();
  }

  /** The payload as far as it is understood without a signer. */
  get #understood(): Understood {
    this.#said ??= understand(this.#args, this.#stdin.bytes, this.#io);
    return this.#said;
  }

  async answer(): Promise<HookReply> {
    if (this.#stdin.length > MAX_PAYLOAD) {
      return this.#understood.fail(this.#args.profile, `the payload has ${this.#stdin.length} bytes`);
    }
    try {
      return await this.#ask();
    } finally {
      this.#endTurn();
    }
  }

  /** Asks until a signer answers, or none comes. A resend carries the same nonce: it is decided once. */
  async #ask(): Promise<HookReply> {
    const { clock, signal } = this.#io;
    let until = this.#came + START_SECONDS * 1_000;
    for (let cuts = 0; ; ) {
      const place = readSocketPlace(this.#args.home);
      if (place !== undefined && !this.#args.system && socketTrust(place.path) === 'foreign') {
        return this.fail(foreignSocket(place.path));
      }
      const got = place === undefined ? ({ kind: 'refused' } as const) : await this.#exchange(place.path);
      if ('reply' in got) return got.reply;
      if (got.kind === 'stopped') return this.fail('the hook was told to end before the answer came');
      if (got.kind === 'silent')
        return this.fail(`the signer hangs: nothing from it in ${SILENCE_SECONDS} s`);
      if (got.kind === 'late') return this.fail('no answer came in time');
      if (got.kind === 'ended') {
        // It was killed in mid-decision, or it restarts: the next one decides.
        if (++cuts > 3) return this.fail('the signer broke off its answer');
        until = clock() + START_SECONDS * 1_000;
        this.#started = 0;
      }
      if (!startsSigner(this.#kind)) return this.#spool();
      if (!this.#args.start || signal.aborted || this.#cannotStart() || this.#gaveUp(until)) {
        return this.#unreachable();
      }
      await this.#start();
    }
  }

  get #kind(): EventKind {
    return this.#understood.kind;
  }

  async #exchange(socket: string): Promise<Exchanged | { readonly reply: HookReply }> {
    const { agent, event = '', hold, profile, install, nonce } = this.#args;
    const { cwd, signal } = this.#io;
    const answer = new ReplyReader((line) => this.#io.write(2, `${line}\n`));
    const times = { kind: this.#understoodKind(), hold };
    const result = await exchange({
      socket,
      target: `/hook?${hookQuery(agent, { ...(event !== '' && { event }), profile, install, nonce, cwd })}`,
      body: this.#stdin.bytes,
      onConnect: () => this.#endTurn(),
      onBytes: (bytes) => answer.add(bytes),
      silenceMs: SILENCE_SECONDS * 1_000,
      wholeMs: maxSecondsOf(harnessNamed(agent), event, times) * 1_000,
      signal,
    });
    this.#runMode = answer.runMode ?? this.#runMode;
    return answer.reply === undefined ? result : { reply: answer.reply };
  }

  /** Without the payload where the event is named: most hooks never need to read it here. */
  #understoodKind(): EventKind {
    const { agent, event } = this.#args;
    if (event === undefined || this.#said !== undefined) return this.#kind;
    return understand({ agent, event }, new Uint8Array(), this.#io).kind;
  }

  /** Starts a signer, and again where that one ended because another still held the home, which was just stopping. */
  async #start(): Promise<void> {
    const now = this.#io.clock();
    const again =
      now - this.#started >= RESTART_MS && readStartFailure(this.#args.home, this.#started) !== undefined;
    if (this.#started === 0 || again) {
      this.#started = now;
      this.#starting = await this.#io.start(this.#args.home);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }

  /** Nobody has come in time, and no signer of ours is on its way. */
  #gaveUp(until: number): boolean {
    const now = this.#io.clock();
    const underWay = this.#starting !== undefined && !this.#starting.ended();
    return now >= until && !(underWay && now - this.#started < STARTING_SECONDS * 1_000);
  }

  /** The signer that this hook started has ended with a reason that waiting does not change. */
  #cannotStart(): boolean {
    const failed = this.#started > 0 ? readStartFailure(this.#args.home, this.#started) : undefined;
    return failed !== undefined && failed.code !== 'locked';
  }

  fail(why: string): HookReply {
    return this.#understood.fail(this.#mode(), why);
  }

  #mode(): Profile {
    if (this.#runMode !== undefined && !this.#args.system) return this.#runMode;
    return failProfile(this.#args, this.#understood.session, this.#io.env);
  }

  /** No signer, and none could be started. What does not block, and runs or ran, is kept for the next signer. */
  #unreachable(): HookReply {
    const why = readStartFailure(this.#args.home, this.#came - START_SECONDS * 1_000)?.message;
    const allowed = this.#args.profile === 'open' && this.#mode() === 'open';
    if (!this.#args.system && (this.#kind !== 'pre_tool' || allowed)) this.#keep();
    return this.fail(`the signer could not be reached${why === undefined ? '' : `: ${why}`}`);
  }

  #spool(): HookReply {
    if (this.#args.system) return this.fail('the signer could not be reached');
    const kept = this.#keep();
    return kept.kind === 'kept' ? this.#understood.quiet : this.fail(`no signer runs, and ${kept.what}`);
  }

  #keep() {
    const { agent, event, profile, install, nonce, home } = this.#args;
    const time = Math.max(0, Math.floor(this.#came));
    const head = {
      v: 1,
      agent,
      ...(event !== undefined && { event }),
      profile,
      install,
      nonce,
      time,
    } as const;
    return writeSpool(homePaths(home).spool, { ...head, cwd: this.#io.cwd }, this.#stdin.bytes);
  }

  /** Lets the next hook try to start a signer. */
  #endTurn(): void {
    if (this.#args.turn === undefined) return;
    try {
      rmdirSync(this.#args.turn);
    } catch {}
  }
}
