import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { onTestFinished } from 'vitest';
import { type HookScriptOptions, hookScript } from '../../src/install/hook-script.ts';
import { homePaths, makeHome } from '../../src/log/home.ts';
import { readSocketPlace } from '../../src/signer/socket-place.ts';

/** Hook and stand-in signer, built once for a test file. */
export type Program = { readonly folder: string; readonly remove: () => void };

export function buildProgram(): Program {
  const folder = mkdtempSync(join(tmpdir(), 'tracekit-hook-'));
  const root = resolve(import.meta.dirname, '../..');
  const shared = { outdir: folder, bundle: true, platform: 'node', logLevel: 'error' } as const;
  buildSync({
    ...shared,
    entryPoints: { hook: join(root, 'src/cli/hook-entry.ts') },
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
  });
  buildSync({ ...shared, entryPoints: { tracekit: join(root, 'test/hook/fake-signer.ts') }, format: 'esm' });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type Stand = {
  readonly root: string;
  readonly home: string;
  readonly script: string;
  readonly fallback: string;
  readonly program: Program;
};

export type StandOptions = Partial<HookScriptOptions> & {
  /** The home's folder name under the root. */
  readonly name?: string;
};

/** An empty home with an installed hook script; signers that run in it are ended with the test. */
export function stand(program: Program, { name = 'home', ...options }: StandOptions = {}): Stand {
  const root = mkdtempSync(join(tmpdir(), 'tracekit-stand-'));
  const home = join(root, name);
  makeHome(homePaths(home));
  const script = join(root, 'hook.sh');
  const fallback = join(program.folder, 'hook.cjs');
  const node = process.execPath;
  const fixed = { home, node, fallback, install: 'i-1', profile: 'closed', holdSeconds: 20 } as const;
  writeFileSync(script, hookScript({ ...fixed, ...options }), { mode: 0o755 });
  const made = { root, home, script, fallback, program };
  onTestFinished(async () => {
    await endSigners(made);
    const place = readSocketPlace(home);
    if (place !== undefined) rmSync(resolve(place.path, '..'), { recursive: true, force: true });
    // A signer that lost the race for the lock may just be leaving.
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
  return made;
}

/** dash where it is: of the usual shells the one that knows POSIX alone. */
const SHELL = ['/usr/bin/dash', '/bin/dash'].find((path) => existsSync(path)) ?? '/bin/sh';

/** One line that the stand-in wrote. */
export type Note = { readonly [key: string]: unknown };

export function notes({ home }: Stand): readonly Note[] {
  const path = join(home, 'calls.ndjson');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Note]));
}

/** The calls that reached the gate. */
export function calls(at: Stand): readonly Note[] {
  return notes(at).filter((note) => 'nonce' in note);
}

export function signerPids(at: Stand): readonly number[] {
  return notes(at).flatMap(({ started }) => (typeof started === 'number' ? [started] : []));
}

async function endSigners(at: Stand): Promise<void> {
  // A hook that has just ended may have started one that has not yet said so.
  for (const pid of signerPids(at)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
  await until(() => signerPids(at).every((pid) => !alive(pid)), 2_000);
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed child of nobody who waits is a zombie until init takes it.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

/** Waits for a condition; false where it did not come true in `ms`. */
export async function until(condition: () => boolean, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (condition()) return true;
    await new Promise((done) => {
      setTimeout(done, 15);
    });
  }
  return condition();
}

export type Ended = {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly ms: number;
};

export type RunOptions = {
  readonly payload?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly args?: readonly string[];
};

export type Started = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly soFar: () => string;
};

/** Starts a command with nothing but `env`, as a harness starts a hook; its answer when all its outputs are closed. */
export function start(command: readonly string[], options: RunOptions = {}): Started {
  const { payload = '{}', env = {}, cwd } = options;
  const began = Date.now();
  const child = spawn(command[0]!, command.slice(1), {
    stdio: 'pipe',
    env,
    ...(cwd !== undefined && { cwd }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => {
    stdout += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString();
  });
  const failed: string[] = [];
  child.stdin.on('error', (error) => failed.push(String(error)));
  child.stdin.end(payload);
  const ended = new Promise<Ended>((done) => {
    child.on('close', (code) =>
      done({ stdout, stderr: stderr + failed.join(''), code, ms: Date.now() - began }),
    );
  });
  return { child, ended, soFar: () => stderr };
}

/** Runs the installed script under dash, as `<script> <agent> <Event>`. */
export function hook(at: Stand, options: RunOptions = {}): Promise<Ended> {
  return startHook(at, options).ended;
}

export function startHook(at: Stand, options: RunOptions = {}): Started {
  const { args = ['claude-code', 'PreToolUse'] } = options;
  return start([SHELL, at.script, ...args], options);
}

/** Runs the Node fallback alone, as an install without a shell does. */
export function nodeHook(at: Stand, options: RunOptions = {}): Promise<Ended> {
  return startNodeHook(at, options).ended;
}

export function startNodeHook(at: Stand, options: RunOptions = {}): Started {
  const { args = ['--v2', 'claude-code', 'PreToolUse'] } = options;
  return start([process.execPath, at.fallback, '--home', at.home, ...args], options);
}

/** Kills a signer, and waits for its end: until then the kernel takes connections for it. */
export async function killSigner(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  if (!(await until(() => !alive(pid), 5_000))) throw new Error('the signer did not die');
}

/** A signer that already runs. */
export async function runningSigner(at: Stand): Promise<number> {
  const program = [
    process.execPath,
    join(at.program.folder, 'tracekit.js'),
    'signer',
    'run',
    '--home',
    at.home,
  ];
  spawn(program[0]!, program.slice(1), { detached: true, stdio: 'ignore' }).unref();
  if (!(await until(() => readSocketPlace(at.home) !== undefined, 5_000)))
    throw new Error('the signer did not start');
  return signerPids(at).at(-1)!;
}
