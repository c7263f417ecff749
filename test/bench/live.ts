import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CONFIG } from '../../src/signer/config.ts';
import { openSigner } from '../../src/signer/daemon.ts';
import { GateState } from '../../src/signer/gate-state.ts';
import { hookQuery } from '../../src/signer/hook-request.ts';
import { exchange } from '../../src/signer/http-exchange.ts';
import { gateOver } from '../../src/signer/open-gate.ts';
import { type OpenHome, openHome } from '../../src/signer/open-home.ts';
import { readSocketPlace } from '../../src/signer/socket-place.ts';
import { signerEnvironment, signerProgram } from '../../src/signer/spawn-signer.ts';
import { spawnTailer } from '../../src/signer/spawn-tailer.ts';
import type { Measure, Row } from './row.ts';

const FILES = 1_000;
const APPENDS = 500;
const EVERY_MS = 20;
const IDLE_MS = 10_000;
/** The kernel counts a process's time in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** P3: from a line's append to its durable, then signed record, with 1,000 files followed. P9: what following them costs when idle. */
export const measure: Measure = async ({ work }) => [
  ...(await latency(join(work, 'p3'))),
  ...(await idle(join(work, 'p9'))),
];

async function latency(work: string): Promise<readonly Row[]> {
  const place = prepare(work);
  const gateState = new GateState();
  const open = await openHome(place.home, {
    beside: { start: () => {}, record: (record) => gateState.apply(record) },
  });
  const durable = new Durable(open);
  const env = { XDG_RUNTIME_DIR: place.run };
  const openGate = async () => {
    const gate = gateOver(open, {
      ...{ home: place.home, config: DEFAULT_CONFIG, gateState, clock: Date.now, userHome: place.user },
      startTailer: spawnTailer,
    });
    await gate.begin();
    return gate;
  };
  const signer = await openSigner({ home: place.home, openGate, idleMs: 3_600_000, env });
  const paths = await beginSessions(signer.runtime.socket, place.user);
  await durable.reaches(FILES);
  const taken: number[] = [];
  const signed: number[] = [];
  for (let n = 0; n < APPENDS; n++) {
    const before = durable.lines;
    const begun = performance.now();
    appendFileSync(paths[(n * 7_919) % FILES]!, line(n, 'b'));
    await durable.reaches(before + 1);
    taken.push(durable.at - begun);
    if (n % 10 === 0) signed.push(await untilSigned(open, begun));
    await pause(EVERY_MS);
  }
  await signer.stop('asked');
  const [p50, p99] = [quantile(taken, 0.5), quantile(taken, 0.99)];
  const detail = `${APPENDS} appends; to signed p50 ${quantile(signed, 0.5).toFixed(0)} ms, most ${Math.max(...signed).toFixed(0)}`;
  return [
    {
      id: 'P3',
      what: `append to durable record, ${FILES} files followed, p50`,
      value: p50,
      unit: 'ms',
      target: 5,
      detail,
    },
    {
      id: 'P3',
      what: `append to durable record, ${FILES} files followed, p99`,
      value: p99,
      unit: 'ms',
      target: 50,
      detail,
    },
    {
      id: 'P3',
      what: 'append to signed record, most',
      value: Math.max(...signed),
      unit: 'ms',
      target: 300,
      detail,
    },
  ];
}

/** Counts the lines that have become durable, and when the last did. */
class Durable {
  lines = 0;
  at = 0;
  private wake: () => void = () => undefined;

  constructor({ log }: OpenHome) {
    const append = log.appendLines.bind(log);
    log.appendLines = async (block) => {
      await append(block);
      this.lines += block.kinds.length;
      this.at = performance.now();
      this.wake();
    };
  }

  async reaches(count: number): Promise<void> {
    while (this.lines < count)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
  }
}

async function untilSigned({ log }: OpenHome, begun: number): Promise<number> {
  const { size } = log;
  while (log.signed < size) await pause(2);
  return performance.now() - begun;
}

async function idle(work: string): Promise<readonly Row[]> {
  const { home, user, run } = prepare(work);
  const env = signerEnvironment({ ...process.env, XDG_RUNTIME_DIR: run, HOME: user });
  const signer = spawn(process.execPath, signerProgram('dist/tracekit.js', home).slice(1), {
    env,
    stdio: 'ignore',
  });
  while (readSocketPlace(home)?.pid !== signer.pid) await pause(20);
  const socket = readSocketPlace(home)!.path;
  await beginSessions(socket, user);
  // The signer gives memory back some seconds after the last hook: that is not idle yet.
  await pause(15_000);
  const processes = [signer.pid!, tailerOf(socket)];
  const before = processes.map(ticksOf);
  await pause(IDLE_MS);
  const rows = processes.map((pid, i): Row[] => {
    const name = i === 0 ? 'signer' : 'tailer';
    const share = ((ticksOf(pid) - before[i]!) / TICKS_A_SECOND / (IDLE_MS / 1000)) * 100;
    const detail = `${FILES} sessions followed, nothing happens for ${IDLE_MS / 1000} s`;
    return [
      { id: 'P9', what: `idle ${name}: share of a core`, value: share, unit: '%', target: 1, detail },
      {
        id: 'P9',
        what: `idle ${name}: resident memory`,
        value: residentOf(pid),
        unit: 'MB',
        target: 70,
        detail,
      },
    ];
  });
  await ended(signer);
  return rows.flat();
}

function prepare(work: string): { readonly home: string; readonly user: string; readonly run: string } {
  const [home, user, run] = ['home', 'user', 'run'].map((name) => join(work, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, user, run]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.env.XDG_STATE_HOME = join(work, 'state');
  return { home, user, run };
}

/** Sessions begin by their hooks, each with one line in its transcript; gives the transcripts. */
async function beginSessions(socket: string, user: string): Promise<readonly string[]> {
  const folder = join(user, '.claude/projects/-home-dev-project');
  mkdirSync(folder, { recursive: true });
  const paths: string[] = [];
  for (let n = 0; n < FILES; n++) {
    const session = sessionOf(n);
    const path = join(folder, `${session}.jsonl`);
    writeFileSync(path, line(n, 'a'));
    const payload = {
      session_id: session,
      transcript_path: path,
      cwd: user,
      hook_event_name: 'SessionStart',
      source: 'startup',
    };
    const head = {
      event: 'SessionStart',
      install: 'bench',
      profile: 'open',
      nonce: `b${n}`,
      cwd: user,
    } as const;
    await exchange({
      ...{ socket, target: `/hook?${hookQuery('claude-code', head)}`, silenceMs: 10_000, wholeMs: 20_000 },
      body: Buffer.from(JSON.stringify(payload)),
      onBytes: () => undefined,
    });
    paths.push(path);
  }
  return paths;
}

function sessionOf(n: number): string {
  return `11111111-2222-4333-8444-${String(n % FILES).padStart(12, '0')}`;
}

function line(n: number, mark: string): string {
  const content = [{ type: 'text', text: 'what the model said '.repeat(40) }];
  return `${JSON.stringify({
    ...{
      type: 'assistant',
      sessionId: sessionOf((n * (mark === 'a' ? 1 : 7_919)) % FILES),
      isSidechain: false,
      version: '2.1.332',
    },
    uuid: `${mark}1111111-2222-4333-8444-${String(n).padStart(12, '0')}`,
    message: { role: 'assistant', id: `msg_${mark}${n}`, content },
  })}\n`;
}

function tailerOf(socket: string): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (words.includes(socket) && words.some((word) => word.endsWith('tailer.js'))) return Number(pid);
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error('expected a tailer, found none');
}

/** User and system time so far. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function quantile(values: readonly number[], at: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * at)]!;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
