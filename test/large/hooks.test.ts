import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hookScript } from '../../src/install/hook-script.ts';
import { recordsOf } from '../signer/inline-recording.ts';

const CLI = resolve('dist/tracekit.js');
const HOOKS = 1_000;
/** So many processes at once, where the machine allows fewer than a thousand. */
const AT_ONCE = Number(process.env.TRACEKIT_HOOKS_AT_ONCE ?? HOOKS);

/** A home of its own with an installed hook; its signer is stopped with the test. */
function stage() {
  const root = mkdtempSync(join(tmpdir(), 'tracekit-hooks-'));
  const home = join(root, 'home');
  for (const name of ['home', 'user', 'run', 'project']) mkdirSync(join(root, name), { mode: 0o700 });
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: join(root, 'user'),
    XDG_RUNTIME_DIR: join(root, 'run'),
    XDG_STATE_HOME: join(root, 'state'),
  };
  const script = join(root, 'hook.sh');
  const options = {
    home,
    profile: 'closed',
    install: 'i1',
    node: process.execPath,
    holdSeconds: 20,
  } as const;
  writeFileSync(script, hookScript({ ...options, fallback: resolve('dist/hook.cjs') }), { mode: 0o755 });
  onTestFinished(() => {
    spawnSync(process.execPath, [CLI, 'signer', 'stop', '--home', home], { env });
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });
  return { home, script, env, cwd: join(root, 'project') };
}

type Stage = ReturnType<typeof stage>;

/** How a hook ended: its code, and what it said. */
type Ended = { readonly code: number | null; readonly said: string };

function hook({ script, env, cwd }: Stage, call: number): Promise<Ended> {
  const child = spawn(script, ['claude-code', 'PreToolUse'], { env, cwd, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  const ended = new Promise<Ended>((done) => child.on('close', (code) => done({ code, said })));
  child.stdin.on('error', () => {});
  child.stdin.end(
    JSON.stringify({
      ...{ session_id: `s${call % 20}`, hook_event_name: 'PreToolUse', cwd, tool_use_id: `call-${call}` },
      ...{ tool_name: 'Bash', tool_input: { command: call % 2 === 0 ? 'ls' : 'git push --force' } },
    }),
  );
  return ended;
}

async function all(at: Stage): Promise<readonly Ended[]> {
  const all: Ended[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let call = next++; call < HOOKS; call = next++) all[call] = await hook(at, call);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, HOOKS) }, worker));
  return all;
}

test.skipIf(!existsSync(CLI) || process.platform === 'win32')(
  'of a thousand hooks at once each is decided, and none is missing from the log',
  { timeout: 600_000 },
  async () => {
    const at = stage();
    const began = Date.now();
    const ended = await all(at);
    process.stdout.write(`${HOOKS} hooks, ${AT_ONCE} at once: ${Date.now() - began} ms\n`);
    expect(ended.filter(({ code }, call) => code !== (call % 2 === 0 ? 0 : 2))).toEqual([]);
    const decided = recordsOf(at.home).filter(({ kind }) => kind === 'call.decided');
    const ids = new Map(decided.map(({ data }) => [data.call, data.verdict]));
    expect(ids.size).toBe(HOOKS);
    for (let call = 0; call < HOOKS; call++)
      expect(ids.get(`call-${call}`), `call-${call}`).toBe(call % 2 === 0 ? 'allow' : 'deny');
  },
);
