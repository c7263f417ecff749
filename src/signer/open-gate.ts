import { homedir } from 'node:os';
import { join } from 'node:path';
import { homePaths } from '../log/home.ts';
import { Binding } from './binding.ts';
import { DEFAULT_CONFIG, readConfig, type SignerConfig } from './config.ts';
import { SignerGate } from './gate.ts';
import { GateState } from './gate-state.ts';
import { Holds } from './holds.ts';
import type { Gate } from './hook-call.ts';
import { Journal } from './journal.ts';
import { judgeOf } from './judge.ts';
import { openHome } from './open-home.ts';
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
  return gate;
}
