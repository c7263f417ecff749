import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { analyzeRun, type RunFindings } from '../../src/analyze/analyze.ts';
import { homeEvidence } from '../../src/analyze/home-evidence.ts';
import { buildTimeline } from '../../src/analyze/timeline/build.ts';
import { homePaths } from '../../src/log/home.ts';
import type { Harness } from '../../src/model/harness.ts';
import type { RecorderMessage } from '../../src/model/tail.ts';
import { parseConfig } from '../../src/signer/config.ts';
import { Drive } from '../../src/signer/drive.ts';
import type { SignerGate } from '../../src/signer/gate.ts';
import { GateState } from '../../src/signer/gate-state.ts';
import { gateOver } from '../../src/signer/open-gate.ts';
import { type OpenHome, openHome } from '../../src/signer/open-home.ts';
import { Recorder } from '../../src/signer/recorder.ts';
import { Tail } from '../../tailers/tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';
import { waiting } from '../signer/gate-stand.ts';

export const CAPTURES = '../shared/captures';

/** `start_ns`: when the hook's process started, ns since 1970. */
type Moment = { readonly file: string; readonly event: string; readonly start_ns?: string };

/** A home in this process that captured sessions are played to: hooks through the gate, then transcripts as a whole. */
export class CaptureStand {
  readonly dir = mkdtempSync(join(tmpdir(), 'tracekit-analyze-'));
  readonly home = join(this.dir, 'home');
  private open!: OpenHome;
  private gate!: SignerGate;
  /** Where a capture does not say the time of its hooks: before all of them. */
  private now = Date.parse('2026-11-01T00:00:00.000Z');
  private nonce = 0;

  async start(): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: this.now });
    process.env.XDG_STATE_HOME = join(this.dir, 'state-home');
    mkdirSync(this.home, { recursive: true, mode: 0o700 });
    writeFileSync(join(this.home, 'policy.yaml'), 'version: 1\ndefault: allow\n');
    const gateState = new GateState();
    this.open = await openHome(this.home, {
      beside: { start: () => {}, record: (record) => gateState.apply(record) },
    });
    this.gate = gateOver(this.open, {
      ...{ home: this.home, gateState, clock: () => this.now, userHome: join(this.dir, 'user') },
      config: parseConfig('settle_seconds: 60\nsettle_max_seconds: 120\n', 'config.yaml'),
      platform: 'linux',
      log: this.open.log,
    });
    await this.gate.begin();
  }

  /** Plays the hooks of a scenario, in their order, each at its time. */
  async hooks(harness: Harness, scenario: string): Promise<void> {
    const folder = join(CAPTURES, harness, scenario, 'hooks');
    const path = join(folder, 'index.json');
    const moments = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as readonly Moment[]) : [];
    for (const { file, event, start_ns } of moments) {
      if (!existsSync(join(folder, file))) continue;
      const install = /-([a-z]+)\.json$/.exec(file)?.[1] ?? 'one';
      this.now = start_ns === undefined ? this.now + 5 : Number(BigInt(start_ns) / 1_000_000n);
      vi.setSystemTime(this.now);
      await this.gate.hook(
        {
          ...{ raw: readFileSync(join(folder, file)), harness, event, profile: 'closed', install },
          ...{ nonce: `n${this.nonce++}`, cwd: '/home/dev', caller: {}, received: this.now, spooled: false },
        },
        waiting(),
      );
    }
  }

  /** Records transcripts, whole, into the runs that are open. */
  async transcripts(paths: readonly string[]): Promise<void> {
    const recorder = new Recorder({ ...this.open, assurance: 'dev', validate: true });
    const queue: RecorderMessage[] = [];
    const tail = new Tail({ tailers: TAILERS, post: (message) => drive.take(structuredClone(message)) });
    const drive: Drive<unknown> = new Drive(recorder as Recorder<unknown>, (message) => {
      queue.push(message);
      queueMicrotask(() => tail.receive(queue.shift()!));
    });
    await tail.readOnce(paths);
    await drive.settled();
  }

  async stop(): Promise<void> {
    await this.gate.close();
  }

  remove(): void {
    vi.useRealTimers();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export function scenariosOf(harness: Harness): readonly string[] {
  const folder = join(CAPTURES, harness);
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'tools') : [];
}

/** The findings of every run in a home. */
export function findingsOf(home: string): readonly RunFindings[] {
  const evidence = homeEvidence(homePaths(home));
  try {
    return evidence.runs.flatMap(({ id }) => analyzeRun(evidence, id) ?? []);
  } finally {
    evidence.close();
  }
}

/** The scenario that each run is of, by the paths of its transcripts. */
export function scenariosByRun(home: string, harness: Harness): ReadonlyMap<string, string> {
  const evidence = homeEvidence(homePaths(home));
  const found = new Map<string, string>();
  for (const { id } of evidence.runs) {
    for (const { path } of buildTimeline(evidence, id)?.transcripts ?? []) {
      const [, scenario] =
        evidence
          .open(path)
          ?.toString()
          .split(`captures/${harness}/`)[1]
          ?.match(/^([^/]+)/) ?? [];
      if (scenario !== undefined) found.set(id, scenario);
    }
  }
  evidence.close();
  return found;
}
