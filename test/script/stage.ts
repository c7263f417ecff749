import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { normalised } from './normalise.ts';
import type { Outcome, ScriptFile } from './script-text.ts';

const WAIT_MS = 20_000;

type Started = {
  readonly child: ChildProcess;
  readonly end: Promise<string>;
  readonly out: string[];
  readonly err: string[];
};

/** Where a script plays: a fresh folder that is all it has, with its own HOME and state home. */
export class Stage {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'tracekit-script-')));
  private readonly env: Readonly<Record<string, string>>;
  private readonly started = new Map<string, Started>();

  constructor(root: string, files: readonly ScriptFile[]) {
    const bin = join(this.folder, 'bin');
    for (const name of ['bin', 'home', 'state']) mkdirSync(join(this.folder, name));
    const cli = join(root, 'dist', 'tracekit.js');
    writeFileSync(join(bin, 'tracekit'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`, {
      mode: 0o755,
    });
    for (const { name, content } of files) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      writeFileSync(join(this.folder, name), content);
    }
    this.env = {
      PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: join(this.folder, 'home'),
      XDG_STATE_HOME: join(this.folder, 'state'),
      TMPDIR: tmpdir(),
      FIXTURES: join(root, 'fixtures'),
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      NO_COLOR: '1',
      COLUMNS: '100',
    };
  }

  /**
   * Runs one command line: by `sh`, or one of ours. `start NAME COMMAND` leaves it running, `hears NAME TEXT` waits for
   * it to print TEXT, `signal NAME SIGNAL` sends one and waits for its end.
   */
  async run(command: string): Promise<Outcome> {
    const [verb, name = '', ...rest] = command.split(' ');
    if (verb === 'start') return this.start(name, rest.join(' '));
    if (verb === 'hears') return this.hears(name, rest.join(' '));
    if (verb === 'signal') return this.signal(name, rest[0] as NodeJS.Signals);
    return outcome(this.spawn(command), this.folder);
  }

  remove(): void {
    for (const { child } of this.started.values()) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private spawn(command: string): Started {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: this.folder,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started: Started = { child, end: ended(child), out: [], err: [] };
    child.stdout.setEncoding('utf8').on('data', (text: string) => started.out.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => started.err.push(text));
    return started;
  }

  private start(name: string, command: string): Outcome {
    this.started.set(name, this.spawn(`exec ${command}`));
    return { stdout: '', stderr: '', end: '0' };
  }

  private async hears(name: string, text: string): Promise<Outcome> {
    const { child, out, err } = this.started.get(name)!;
    const heard = (): boolean => out.join('').includes(text) || err.join('').includes(text);
    for (const since = Date.now(); !heard() && Date.now() - since < WAIT_MS && child.exitCode === null; ) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return { stdout: '', stderr: '', end: heard() ? '0' : `never said: ${text}` };
  }

  private async signal(name: string, signal: NodeJS.Signals): Promise<Outcome> {
    const started = this.started.get(name)!;
    started.child.kill(signal);
    return outcome(started, this.folder);
  }
}

async function outcome({ end, out, err }: Started, folder: string): Promise<Outcome> {
  const code = await end;
  return { stdout: normalised(out.join(''), folder), stderr: normalised(err.join(''), folder), end: code };
}

function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? String(code))));
}
