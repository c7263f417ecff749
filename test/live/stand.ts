import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { shellQuote } from '../../src/install/shell-quote.ts';
import type { LogRecord, RecordKind } from '../../src/model/record.ts';
import { askSigner } from '../../src/signer/ask.ts';
import { readSocketPlace } from '../../src/signer/socket-place.ts';
import { recordsOf } from '../signer/inline-recording.ts';
import type { LiveHarness } from './harness/live-harness.ts';
import type { Script } from './model/script.ts';
import { ModelServer } from './model/server.ts';
import { endProcesses } from './processes.ts';
import { Terminal } from './terminal.ts';

/** No session of these takes longer. */
const SESSION_MS = 90_000;

/** A subagent's file in a folder that is new is found by the tailer's sweep, every 2 s: a run must not be closed before. */
const CONFIG = 'hold_seconds: 5\nsettle_seconds: 3\n';

/** The gate's own policy: what a command's name says is done with it. */
const POLICY = `version: 1
default: allow
ask: hold
rules:
  - {id: live-deny, match: "touch forbidden**", action: deny, reason: "forbidden files stay away"}
  - {id: live-ask, match: "touch held**", action: ask, reason: "held files wait for a person"}
`;

export type Ended = {
  readonly code: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type StandOptions = {
  readonly live: LiveHarness;
  /** The folder of the harness's command. */
  readonly bin: string;
  /** The folder of tracekit's own. */
  readonly dist: string;
  readonly script: Script;
  /** Without them, nothing of tracekit is installed. */
  readonly hooks?: boolean;
};

/** A user with an empty home, a project in it, one harness with the hooks of `init`, and a scripted model. */
export class Stand {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), 'tracekit-harness-')));
  readonly user = join(this.dir, 'user');
  readonly project = join(this.user, 'project');
  readonly home = join(this.user, '.tracekit');
  readonly model: ModelServer;
  private readonly options: StandOptions;
  private readonly started: ChildProcess[] = [];
  private screen: Terminal | undefined;

  private constructor(options: StandOptions, model: ModelServer) {
    this.options = options;
    this.model = model;
  }

  static async open(options: StandOptions): Promise<Stand> {
    const stand = new Stand(options, await ModelServer.start(options.live.wire, options.script));
    try {
      stand.prepare();
    } catch (error) {
      await stand.close();
      throw error;
    }
    return stand;
  }

  private prepare(): void {
    const { live, hooks = true } = this.options;
    mkdirSync(this.project, { recursive: true });
    mkdirSync(this.home, { mode: 0o700 });
    writeFileSync(join(this.home, 'config.yaml'), CONFIG);
    writeFileSync(join(this.home, 'policy.yaml'), POLICY);
    writeFileSync(join(this.project, 'README.md'), '# A project\n');
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: this.project, env: this.env });
    live.settle?.(this.places);
    if (!hooks) return;
    this.tracekit('init', '--dev', '--v2', '--agent', live.harness, '--yes');
    live.trust?.(this.places);
  }

  get places() {
    return { user: this.user, project: this.project, port: this.model.port };
  }

  private get cli(): string {
    return join(this.options.dist, 'tracekit.js');
  }

  private get env(): Record<string, string> {
    return {
      ...{ PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`, HOME: this.user },
      ...{ LANG: 'C.UTF-8', TERM: 'dumb', NO_COLOR: '1', SHELL: '/bin/bash', ...markOfRun() },
    };
  }

  /** Runs tracekit as the user does; gives what it printed. */
  tracekit(...args: readonly string[]): string {
    return execFileSync(process.execPath, [this.cli, ...args], {
      env: this.env,
      cwd: this.project,
      encoding: 'utf8',
    });
  }

  /** Starts the harness with a prompt. It has no terminal. */
  start(prompt: string, resume = false): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
    const { live, bin } = this.options;
    const { argv, env } = live.start(prompt, { ...this.places, bin, resume });
    // From a shell, as a person does: a harness that is `node`, started by another, would make that one the agent too.
    const child = spawn('/bin/sh', ['-c', '"$@"; exit $?', 'sh', ...argv], {
      ...{
        cwd: this.project,
        env: { ...this.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    });
    this.started.push(child);
    const timer = setTimeout(() => killGroup(child.pid!), SESSION_MS);
    return { child, ended: endOf(child).finally(() => clearTimeout(timer)) };
  }

  /** Starts the harness at a screen of its own, and waits until it can be typed to. */
  async terminal(): Promise<Terminal> {
    const { live, bin } = this.options;
    const screen = live.terminal!;
    screen.settle?.(this.places);
    const { argv, env } = screen.start({ ...this.places, bin });
    this.screen = new Terminal({
      ...{ socket: join(this.dir, 'tmux'), cwd: this.project, argv },
      env: { ...this.env, TERM: 'xterm-256color', ...env },
    });
    await this.screen.shows(screen.ready);
    await this.screen.quiet();
    return this.screen;
  }

  /** Starts the harness with a prompt, and waits for its end. */
  async run(prompt: string, resume = false): Promise<Ended> {
    const end = await this.start(prompt, resume).ended;
    if (end.code === 'SIGKILL')
      throw new Error(`the session did not end by itself: ${end.stdout}\n${end.stderr}`);
    return end;
  }

  stopSigner(): void {
    if (this.signerPid !== undefined) this.tracekit('signer', 'stop');
  }

  /** Waits until the log has followed a session to its end and closed its run, where its harness said that it ended. */
  async recorded(): Promise<number> {
    const behind = await this.settled();
    const ends = (): number => this.records('run.ending').length;
    await until('closed runs', () => this.records('run.closed').length >= ends());
    return behind;
  }

  has(name: string): boolean {
    return existsSync(join(this.project, name));
  }

  records(kind?: RecordKind): readonly LogRecord[] {
    return recordsOf(this.home).filter((record) => kind === undefined || record.kind === kind);
  }

  get signerPid(): number | undefined {
    return readSocketPlace(this.home)?.pid;
  }

  /** The id of the call that waits for a person, once there is one. */
  async waiting(): Promise<string> {
    let id: string | undefined;
    await until('a call that waits', async () => {
      const list = await this.ask('approvals.list');
      id = (list as readonly { readonly approval: string }[] | undefined)?.[0]?.approval;
      return id !== undefined;
    });
    return id!;
  }

  /** Answers a held call as a person does: from another process, with a terminal of its own. */
  async approve(id: string): Promise<Ended> {
    const command = [process.execPath, this.cli, 'approvals', 'approve', id].map(shellQuote).join(' ');
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      ...{ env: this.env, cwd: this.dir, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    return endOf(child);
  }

  /** Waits until everything that the transcripts have is recorded; gives the lines behind at the session's end. */
  async settled(): Promise<number> {
    const first = (await this.behind()) ?? 0;
    let quiet = 0;
    let before = '';
    await until('a log that follows', async () => {
      const now = `${await this.behind()} ${this.records().length}`;
      quiet = now === before && !/^[1-9]/.test(now) ? quiet + 1 : 0;
      before = now;
      return quiet >= 8;
    });
    return first;
  }

  private async behind(): Promise<number | undefined> {
    const status = (await this.ask('status')) as
      | { readonly runs: readonly { readonly behind: { readonly lines: number } }[] }
      | undefined;
    return status?.runs.reduce((sum, { behind }) => sum + behind.lines, 0);
  }

  private async ask(command: string): Promise<unknown> {
    try {
      const answer = await askSigner(this.home, { command });
      return answer.ok ? answer.result : undefined;
    } catch {
      return undefined;
    }
  }

  /** Ends every process of this stand, and takes its folder away; says what would not end by itself. */
  async close(): Promise<readonly string[]> {
    this.model.stop();
    this.screen?.close();
    for (const { pid, exitCode } of this.started) if (pid !== undefined && exitCode === null) killGroup(pid);
    try {
      this.stopSigner();
    } catch {
      // It is ended with all else below, and told of there.
    }
    const left = await endProcesses(this.user);
    if (process.env.TRACEKIT_LIVE_KEEP === undefined) rmSync(this.dir, { recursive: true, force: true });
    return left;
  }

  /** What stands on the harness's screen, where it has one. */
  get shown(): string {
    return this.screen?.screen ?? '';
  }

  readme(): string {
    return readFileSync(join(this.project, 'README.md'), 'utf8');
  }
}

/** What `.ci/run` looks for to see that nothing is left running. */
function markOfRun(): Record<string, string> {
  const mark = process.env.TRACEKIT_CI_RUN;
  return mark === undefined ? {} : { TRACEKIT_CI_RUN: mark };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function endOf(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => done({ code: signal ?? code, stdout, stderr }));
  });
}

/** Waits until something is so, at most half a minute. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await isSo()); ) {
    if (Date.now() > end) throw new Error(`waited 30 s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
