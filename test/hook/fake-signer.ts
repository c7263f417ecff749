// A signer with a stand-in for the gate, run as `tracekit signer run --home DIR` beside the hook's bundle. What a hook's
// payload says in `do` is done; each call is written to <home>/calls.ndjson.
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { homePaths, makeHome } from '../../src/log/home.ts';
import { takeLock } from '../../src/log/lock.ts';
import { runSigner } from '../../src/signer/daemon.ts';
import type { Gate, HookCall, HookReply, HookWait } from '../../src/signer/hook-call.ts';

const SILENT: HookReply = { stdout: '', stderr: '', exit: 0 };

async function openGate(home: string): Promise<Gate> {
  const paths = homePaths(home);
  makeHome(paths);
  const lock = await takeLock(paths.lock);
  if (existsSync(join(home, 'broken'))) {
    await lock.release();
    throw new Error('the log is TAMPERED at record 7');
  }
  const note = (line: object): void =>
    appendFileSync(join(home, 'calls.ndjson'), `${JSON.stringify(line)}\n`);
  note({ started: process.pid, cwd: process.cwd(), env: Object.keys(process.env) });
  const closing = new AbortController();
  let holds = 0;
  return {
    hook: async (call, wait) => {
      const { raw, spooled, received, caller: _, ...head } = call;
      note({
        ...head,
        bytes: raw.length,
        spooled,
        start: received,
        text: Buffer.from(raw.subarray(0, 200)).toString('latin1'),
      });
      holds++;
      try {
        return await act(call, wait, { home, note, closing: closing.signal });
      } finally {
        holds--;
      }
    },
    ask: async (request) => ({ ok: true, result: { asked: request.command } }),
    busy: () => holds > 0,
    close: async () => {
      closing.abort();
      await new Promise((resolve) => {
        setTimeout(resolve, 30);
      });
      note({ closed: process.pid });
      await lock.release();
    },
  };
}

type Stage = {
  readonly home: string;
  readonly note: (line: object) => void;
  readonly closing: AbortSignal;
};

async function act({ raw }: HookCall, wait: HookWait, { home, note, closing }: Stage): Promise<HookReply> {
  switch (actionIn(raw)) {
    case 'deny':
      return { stdout: '{"no":"\\n"}', stderr: '[tracekit] denied\nin two lines', exit: 2 };
    case 'die':
      if (existsSync(join(home, 'died'))) return SILENT;
      appendFileSync(join(home, 'died'), '');
      wait.failMode?.('closed');
      await pause(50);
      process.kill(process.pid, 'SIGKILL');
      return SILENT;
    case 'half':
      // The answer begins, and never ends.
      wait.say('[tracekit] half an answer');
      await pause(50);
      process.kill(process.pid, 'SIGKILL');
      return SILENT;
    case 'throw':
      throw new Error('the secret is 42');
    case 'hold':
      return hold(wait, note, closing);
    default:
      return SILENT;
  }
}

function actionIn(raw: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(raw).toString('utf8')).do;
  } catch {
    return undefined;
  }
}

function hold(wait: HookWait, note: Stage['note'], closing: AbortSignal): Promise<HookReply> {
  wait.say('[tracekit] waiting for approval apr-1');
  return new Promise((resolve) => {
    wait.gone.addEventListener('abort', () => {
      note({ gone: Date.now() });
      resolve(SILENT);
    });
    closing.addEventListener('abort', () =>
      resolve({ stdout: '{"deny":1}', stderr: '[tracekit] stopped', exit: 2 }),
    );
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

const home = process.argv[process.argv.indexOf('--home') + 1]!;
const idle = join(home, 'idle');
try {
  await runSigner({ home, openGate, idleMs: existsSync(idle) ? 300 : 60_000 });
} catch {
  process.exitCode = 1;
}
process.exit();
