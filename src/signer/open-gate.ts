import { homedir } from 'node:os';
import { join } from 'node:path';
import { homePaths } from '../log/home.ts';
import { Binding } from './binding.ts';
import { boundHarnesses } from './bound-harnesses.ts';
import { callOf } from './call-of.ts';
import { DEFAULT_CONFIG, readConfig, type SignerConfig } from './config.ts';
import { constraintJudge } from './constraint-judge.ts';
import { Constraints } from './constraints.ts';
import { FailModes } from './fail-modes.ts';
import { SignerGate } from './gate.ts';
import { GateState } from './gate-state.ts';
import { guardedPlaces, socketPlaces } from './guarded-places.ts';
import { withFindings } from './handed-findings.ts';
import { withRecordings } from './handed-recordings.ts';
import { Holds } from './holds.ts';
import type { Gate } from './hook-call.ts';
import { Journal, type JournalLog } from './journal.ts';
import { type JudgeOptions, judgeOf } from './judge.ts';
import { type OpenHome, openHome } from './open-home.ts';
import { spawnTailer } from './spawn-tailer.ts';
import type { TailerTimes } from './tailer-beat.ts';
import { TailerHub, type TailerHubParts } from './tailer-hub.ts';

/** The settings of a home; the defaults where the home is new. */
export function configOf(home: string): SignerConfig {
  return home === '' ? DEFAULT_CONFIG : readConfig(join(home, 'config.yaml'));
}

/** Opens a home for writing, and the gate over it: what the signer daemon runs (dev mode). `locked` as `OpenGate` has it. */
export async function openGate(home: string, locked: () => Promise<void> = async () => {}): Promise<Gate> {
  const config = configOf(home);
  let gateState = new GateState();
  const start = (): void => {
    gateState = new GateState();
  };
  const open = await openHome(home, {
    beside: { locked, start, record: (record) => gateState.apply(record) },
  });
  try {
    const gate: SignerGate = gateOver(open, {
      startTailer: spawnTailer,
      home,
      config,
      gateState,
      clock: Date.now,
      uptime: () => performance.now(),
      userHome: homedir(),
    });
    await gate.begin();
    return withFindings(withRecordings(gate, open, home), { home, open });
  } catch (error) {
    await open.close();
    throw error;
  }
}

export type GateOverOptions = {
  readonly home: string;
  readonly config: SignerConfig;
  /** What the home's log says of calls so far. */
  readonly gateState: GateState;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Milliseconds that no change of the clock touches; the clock, unless stated. */
  readonly uptime?: () => number;
  /** The user's home folder. */
  readonly userHome: string;
  readonly platform?: string;
  /** The home's own log, unless stated. */
  readonly log?: JournalLog;
  /** Starts the tailer's process; without it transcripts are not followed. */
  readonly startTailer?: TailerHubParts['start'];
  readonly tailerTimes?: TailerTimes;
};

/** The gate over a home that is open, before `begin`. */
export function gateOver(open: OpenHome, options: GateOverOptions): SignerGate {
  const { home, config, gateState, clock, userHome, log = open.log } = options;
  const { state, vault, randomBytes } = open;
  const binding = new Binding(boundHarnesses(join(home, 'state', 'harnesses')));
  const policyPath = join(homePaths(home).home, 'policy.yaml');
  const journal = new Journal({ state, gate: gateState, log, clock });
  const { startTailer: start, tailerTimes: times } = options;
  const onLines: TailerHubParts['onLines'] = (...grown) => gate.grew(...grown);
  const onFork: TailerHubParts['onFork'] = (...fork) => void gate.forked(...fork);
  const tailers = start && new TailerHub({ open, journal, start, onLines, onFork, ...(times && { times }) });
  const judging = judgingOf(options, policyPath);
  const { commitKept, getKept } = vault;
  const constraints = new Constraints({ journal, config, commitKept, open: getKept, randomBytes });
  const gate: SignerGate = new SignerGate({
    ...(tailers && { tailers }),
    ...{ config, clock, state, randomBytes, journal },
    uptime: options.uptime ?? clock,
    platform: options.platform ?? process.platform,
    holds: new Holds(),
    commit: (content) => vault.commit(content).committed,
    commitKept: vault.commitKept,
    open: vault.getKept,
    whoIs: (caller, clients) => binding.whoIs(caller, clients),
    learn: (caller) => binding.learn(caller),
    judge: judgeOf(judging),
    constraints,
    constrained: constraintJudge(constraints, judging),
    targetsOf: (event) => callOf(event).targets,
    failModes: new FailModes({ home, userHome, policyPath }),
    closeLog: open.close,
  });
  return gate;
}

function judgingOf({ home, userHome }: GateOverOptions, policyPath: string): JudgeOptions {
  return {
    ...{ userHome, tracekitHome: home, policyPath },
    guarded: guardedPlaces({ env: process.env, userHome, tracekitHome: home, program: process.argv[1] }),
    // Written down when the signer listens, which is after the gate is open.
    get sockets() {
      return socketPlaces(home);
    },
    pids: () => [process.pid],
  };
}
