import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { homePaths } from '../log/home.ts';
import { Binding } from './binding.ts';
import { DEFAULT_CONFIG, readConfig, type SignerConfig } from './config.ts';
import { SignerGate } from './gate.ts';
import { GateState } from './gate-state.ts';
import { Holds } from './holds.ts';
import type { Gate, GateAnswer, GateRequest } from './hook-call.ts';
import { Journal } from './journal.ts';
import { judgeOf } from './judge.ts';
import { type OpenHome, openHome } from './open-home.ts';
import { recordInto } from './recording.ts';
import { readSocketPlace } from './socket-place.ts';

/** The settings of a home; the defaults where the home is new. */
export function configOf(home: string): SignerConfig {
  return home === '' ? DEFAULT_CONFIG : readConfig(join(home, 'config.yaml'));
}

/** Opens a home for writing, and the gate over it: what the signer daemon runs (dev mode). */
export async function openGate(home: string): Promise<Gate> {
  const config = configOf(home);
  const gateState = new GateState();
  const open = await openHome(home, (record) => gateState.apply(record));
  const paths = homePaths(home);
  const binding = new Binding();
  const commit = (content: Uint8Array) => open.vault.commit(content).committed;
  const gate = new SignerGate({
    journal: new Journal({ state: open.state, gate: gateState, log: open.log, clock: Date.now }),
    holds: new Holds(),
    config,
    clock: Date.now,
    randomBytes: open.randomBytes,
    state: open.state,
    commit,
    commitKept: open.vault.commitKept,
    open: open.vault.getKept,
    whoIs: (caller) => binding.whoIs(caller),
    learn: (caller) => binding.learn(caller),
    judge: judgeOf({
      userHome: homedir(),
      tracekitHome: home,
      policyPath: join(paths.home, 'policy.yaml'),
      guarded: [],
      sockets: [readSocketPlace(home)?.path ?? ''].filter((path) => path !== ''),
      pids: () => [process.pid],
    }),
    platform: process.platform,
    closeLog: open.close,
  });
  await gate.begin();
  return withRecordings(gate, open, home);
}

/** Adds `record` to what the gate is asked: `tracekit record` hands over to the signer where one runs (REQUIREMENTS D8). */
function withRecordings(gate: SignerGate, open: OpenHome, home: string): Gate {
  const stop = new AbortController();
  const running = new Set<Promise<unknown>>();
  const recordNow = async (request: GateRequest): Promise<GateAnswer> => {
    const { paths, idleMs } = request;
    if (
      !Array.isArray(paths) ||
      !paths.every((path) => typeof path === 'string' && isAbsolute(path)) ||
      typeof idleMs !== 'number'
    ) {
      return { ok: false, code: 'bad_request', message: 'record: expected absolute paths and idleMs' };
    }
    const notices: string[] = [];
    const work = recordInto(open, {
      ...{ home, paths, idleMs, follow: false, signal: stop.signal },
      onProgress: () => {},
      onNotice: (text) => notices.push(text),
    });
    running.add(work);
    try {
      return { ok: true, result: { ...(await work), notices: notices.slice(0, 100) } };
    } catch (error) {
      return {
        ok: false,
        code: 'record_failed',
        message: error instanceof Error ? error.message : String(error),
      };
    } finally {
      running.delete(work);
    }
  };
  return {
    hook: (call, wait) => gate.hook(call, wait),
    ask: (request, caller) => (request.command === 'record' ? recordNow(request) : gate.ask(request, caller)),
    busy: () => running.size > 0 || gate.busy(),
    close: async () => {
      stop.abort();
      await Promise.allSettled(running);
      await gate.close();
    },
  };
}
