import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Evidence } from '../../src/analyze/evidence.ts';
import { homeEvidence } from '../../src/analyze/home-evidence.ts';
import { homePaths } from '../../src/log/home.ts';
import type { RecorderMessage } from '../../src/model/tail.ts';
import { parseConfig } from '../../src/signer/config.ts';
import { Drive } from '../../src/signer/drive.ts';
import { GateState } from '../../src/signer/gate-state.ts';
import { gateOver } from '../../src/signer/open-gate.ts';
import { openHome } from '../../src/signer/open-home.ts';
import { Recorder } from '../../src/signer/recorder.ts';
import { Tail } from '../../tailers/tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';
import type { Session } from './session.ts';

/** The time that the captures were made at: their lines have it too. */
const BEGIN = Date.parse('2026-11-30T16:00:00.000Z');
const CONFIG = 'settle_seconds: 60\nsettle_max_seconds: 120\n';

/** A session that was played to a gate and a recorder in this process; `done` takes its home away. */
export type Played = { readonly home: string; readonly evidence: Evidence; readonly done: () => void };

/** Plays sessions in one new home: their hooks in order, then their transcripts as a whole. */
export async function play(sessions: readonly Session[]): Promise<Played> {
  const dir = mkdtempSync(join(tmpdir(), 'tracekit-eval-'));
  const home = join(dir, 'home');
  process.env.XDG_STATE_HOME = join(dir, 'state-home');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  writeFileSync(join(home, 'policy.yaml'), 'version: 1\ndefault: allow\n');
  const gateState = new GateState();
  const open = await openHome(home, {
    beside: { start: () => {}, record: (record) => gateState.apply(record) },
  });
  let now = BEGIN;
  const gate = gateOver(open, {
    ...{ home, gateState, clock: () => now, userHome: join(dir, 'user'), platform: 'linux', log: open.log },
    config: parseConfig(CONFIG, 'config.yaml'),
  });
  await gate.begin();
  let nonce = 0;
  for (const { harness, hooks } of sessions) {
    for (const { event, install, raw } of hooks) {
      now += 5;
      const call = { raw, harness, event, profile: 'closed', install, nonce: `n${nonce++}` } as const;
      await gate.hook({ ...call, cwd: '/home/dev', caller: {}, received: now, spooled: false }, waiting());
    }
  }
  await record(
    open,
    sessions.map((session) => written(dir, session)),
  );
  await gate.close();
  const evidence = homeEvidence(homePaths(home));
  const done = (): void => {
    evidence.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { home, evidence, done };
}

function waiting() {
  return { say: () => {}, gone: new AbortController().signal };
}

function written(dir: string, { harness, scenario, files }: Session): string {
  const folder = join(dir, 'captures', harness, scenario);
  mkdirSync(folder, { recursive: true });
  for (const { path, lines } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.concat(lines));
  }
  return folder;
}

async function record(open: Awaited<ReturnType<typeof openHome>>, paths: readonly string[]): Promise<void> {
  const recorder = new Recorder({ ...open, assurance: 'dev', validate: true });
  const queue: RecorderMessage[] = [];
  const tail = new Tail({ tailers: TAILERS, post: (message) => drive.take(structuredClone(message)) });
  const drive: Drive<unknown> = new Drive(recorder as Recorder<unknown>, (message) => {
    queue.push(message);
    queueMicrotask(() => tail.receive(queue.shift()!));
  });
  await tail.readOnce(paths);
  await drive.settled();
}
