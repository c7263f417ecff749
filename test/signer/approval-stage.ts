import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { hookScript } from '../../src/install/hook-script.ts';
import { shellQuote } from '../../src/install/shell-quote.ts';
import type { LogRecord } from '../../src/model/record.ts';
import { readSocketPlace } from '../../src/signer/socket-place.ts';
import { ASKS, until } from './gate-stand.ts';
import { recordsOf } from './inline-recording.ts';

const DIST = resolve('dist');
export const CLI = join(DIST, 'tracekit.js');
const STAND_IN = fileURLToPath(new URL('./agent-stand-in.mjs', import.meta.url));

/** These tests need the built command, and util-linux's `script` for a person's terminal. */
export const canRun =
  process.platform === 'linux' && existsSync(CLI) && spawnSync('script', ['--version']).status === 0;

/** Runs a command so many shells deep. */
const NEST = 'n=$1; shift; if [ "$n" -gt 0 ]; then sh "$0" $((n - 1)) "$@"; else "$@"; fi; true\n';

export type Ended = {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
};
type Running = {
  stdout: string;
  stderr: string;
  end: (ended: Ended) => void;
  readonly ended: Promise<Ended>;
};

/** A home with a signer of its own, a harness stand-in whose hooks are installed there, and a person beside it. */
export class ApprovalStage {
  readonly dir = mkdtempSync(join(tmpdir(), 'tracekit-apr-'));
  readonly home = join(this.dir, 'home');
  readonly env: Readonly<Record<string, string>>;
  private readonly agent: ChildProcessWithoutNullStreams;
  private readonly runs = new Map<number, Running>();
  private next = 0;

  constructor(config: string) {
    for (const name of ['home', 'user', 'run', 'project'])
      mkdirSync(join(this.dir, name), { recursive: true, mode: 0o700 });
    this.env = {
      ...{ PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: join(this.dir, 'user') },
      ...{ XDG_STATE_HOME: join(this.dir, 'state-home'), XDG_RUNTIME_DIR: join(this.dir, 'run') },
      ...{ TERM: 'dumb', NO_COLOR: '1', LC_ALL: 'C.UTF-8' },
    };
    writeFileSync(join(this.home, 'config.yaml'), config);
    writeFileSync(join(this.home, 'policy.yaml'), ASKS);
    const script = hookScript({
      ...{ home: this.home, profile: 'closed', install: 'i1', node: process.execPath, holdSeconds: 30 },
      fallback: join(DIST, 'hook.cjs'),
    });
    writeFileSync(join(this.dir, 'hook.sh'), script, { mode: 0o755 });
    writeFileSync(join(this.dir, 'nest.sh'), NEST);
    this.agent = spawn(process.execPath, [STAND_IN], { env: this.env, cwd: join(this.dir, 'project') });
    this.agent.stderr.resume();
    createInterface({ input: this.agent.stdout }).on('line', (line) => this.hear(JSON.parse(line)));
  }

  private hear({
    id,
    stream,
    text,
    end,
  }: {
    id: number;
    stream?: string;
    text?: string;
    end?: number;
  }): void {
    const run = this.runs.get(id);
    if (run === undefined) return;
    if (stream === 'stdout') run.stdout += text;
    else if (stream === 'stderr') run.stderr += text;
    else run.end({ code: end ?? null, stdout: run.stdout, stderr: run.stderr });
  }

  /** Runs a command below the agent. */
  inAgent(
    argv: readonly string[],
    stdin = '',
    env = {},
  ): { readonly id: number; readonly ended: Promise<Ended> } {
    const id = this.next++;
    let end: Running['end'] = () => {};
    const ended = new Promise<Ended>((done) => {
      end = done;
    });
    this.runs.set(id, { stdout: '', stderr: '', end, ended });
    this.agent.stdin.write(`${JSON.stringify({ id, argv, stdin, env })}\n`);
    return { id, ended };
  }

  /** The agent's hook before a Bash call. */
  hook(call: string, command: string) {
    const payload = {
      ...{ session_id: 's1', hook_event_name: 'PreToolUse', cwd: join(this.dir, 'project') },
      ...{ tool_name: 'Bash', tool_input: { command }, tool_use_id: call },
    };
    return this.inAgent([join(this.dir, 'hook.sh'), 'claude-code', 'PreToolUse'], JSON.stringify(payload));
  }

  kill(id: number, signal: NodeJS.Signals): void {
    this.agent.stdin.write(`${JSON.stringify({ id, signal })}\n`);
  }

  /** What a run has printed to stderr so far. */
  said(id: number): string {
    return this.runs.get(id)?.stderr ?? '';
  }

  async approvalOf(id: number): Promise<string> {
    await until(() => this.said(id).includes('waiting for approval'), `a held call (${this.said(id)})`);
    return /apr-[0-9a-f]{12}/.exec(this.said(id))![0];
  }

  /** Runs tracekit as a person does: in a terminal of their own. */
  person(...args: readonly string[]): Promise<Ended> {
    const command = [process.execPath, CLI, ...args, '--home', this.home].map(shellQuote).join(' ');
    return this.run(['script', '-qec', command, '/dev/null']);
  }

  /** Runs tracekit without a terminal. */
  tracekit(...args: readonly string[]): Promise<Ended> {
    return this.run(['setsid', '-w', process.execPath, CLI, ...args, '--home', this.home]);
  }

  private run(argv: readonly string[]): Promise<Ended> {
    const child = spawn(argv[0]!, argv.slice(1), { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })));
  }

  records(kind: string): readonly LogRecord[] {
    return recordsOf(this.home).filter((record) => record.kind === kind);
  }

  signerPid(): number {
    return readSocketPlace(this.home)!.pid;
  }

  async remove(): Promise<void> {
    this.agent.kill('SIGKILL');
    const place = readSocketPlace(this.home);
    if (place !== undefined) await this.tracekit('signer', 'stop');
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** A stage for one of several tests that run at once. */
export function approvalStage({ onTestFinished }: TestContext, config = 'hold_seconds: 20\n'): ApprovalStage {
  const stage = new ApprovalStage(config);
  onTestFinished(() => stage.remove());
  return stage;
}
