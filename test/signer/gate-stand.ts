import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { seenFolder } from '../../src/log/home.ts';
import type { Harness } from '../../src/model/harness.ts';
import type { LogRecord } from '../../src/model/record.ts';
import { parseConfig } from '../../src/signer/config.ts';
import type { SignerGate } from '../../src/signer/gate.ts';
import { GateState } from '../../src/signer/gate-state.ts';
import type { GateAnswer, HookCall, HookReply } from '../../src/signer/hook-call.ts';
import type { JournalLog } from '../../src/signer/journal.ts';
import { gateOver } from '../../src/signer/open-gate.ts';
import { openHome } from '../../src/signer/open-home.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import type { VerifyReport } from '../../src/verify/verdict.ts';
import { contentsOf, recordsOf } from './inline-recording.ts';

export type StandOptions = {
  readonly config?: string;
  /** The signer's own policy; one that allows all where absent, since with no file the starter policy holds. */
  readonly policy?: string;
  /** Stands between the gate and the log. */
  readonly log?: (log: JournalLog) => JournalLog;
  readonly home?: string;
  /** Time that the clock's jumps do not touch. */
  readonly uptime?: () => number;
};

/** A gate in this process over a home of its own, with a clock that only the test moves. */
export class GateStand {
  readonly dir: string;
  readonly home: string;
  readonly project: string;
  now = Date.parse('2026-11-30T12:00:00.000Z');
  gate!: SignerGate;
  state!: GateState;
  private readonly options: StandOptions;
  private nonce = 0;
  private open = false;

  constructor(options: StandOptions) {
    this.options = options;
    this.dir = mkdtempSync(join(tmpdir(), 'tracekit-gate-'));
    process.env.XDG_STATE_HOME = join(this.dir, 'state-home');
    this.home = options.home ?? join(this.dir, 'home');
    this.project = join(this.dir, 'project');
    mkdirSync(this.project);
    mkdirSync(this.home, { recursive: true, mode: 0o700 });
    writeFileSync(join(this.home, 'policy.yaml'), options.policy ?? 'version: 1\n');
  }

  async start(): Promise<void> {
    const { home } = this;
    const gateState = new GateState();
    const open = await openHome(home, {
      beside: { start: () => {}, record: (record) => gateState.apply(record) },
    });
    const config = parseConfig(this.options.config ?? '{}', 'config.yaml');
    const gate = gateOver(open, {
      ...{ home, config, gateState, clock: () => this.now, userHome: join(this.dir, 'user') },
      platform: 'linux',
      ...(this.options.uptime && { uptime: this.options.uptime }),
      log: this.options.log?.(open.log) ?? open.log,
    });
    await gate.begin();
    this.state = gateState;
    this.gate = gate;
    this.open = true;
  }

  async stop(): Promise<void> {
    if (this.open) await this.gate.close();
    this.open = false;
  }

  /** Stops and starts: what is in memory alone is gone. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }

  hook(harness: Harness | undefined, payload: unknown, more: Partial<HookCall> = {}, wait = waiting()) {
    const raw =
      payload instanceof Uint8Array
        ? payload
        : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
    const call: HookCall = {
      ...{ raw, harness, profile: 'closed', install: 'one', nonce: `n${this.nonce++}` },
      ...{ cwd: this.project, caller: {}, received: this.now, spooled: false, ...more },
    };
    return this.gate.hook(call, wait);
  }

  /** A Claude Code event of the session `s1`. */
  claude(event: string, fields: object, more: Partial<HookCall> = {}, wait = waiting()): Promise<HookReply> {
    const common = {
      session_id: 's1',
      cwd: this.project,
      hook_event_name: event,
      transcript_path: '/t.jsonl',
    };
    return this.hook('claude-code', { ...common, ...fields }, { event, ...more }, wait);
  }

  /** A Bash call before it runs. */
  bash(call: string, command: string, more: Partial<HookCall> = {}, wait = waiting()): Promise<HookReply> {
    return this.claude('PreToolUse', bashCall(call, command), more, wait);
  }

  ran(call: string, command: string, more: Partial<HookCall> = {}): Promise<HookReply> {
    const fields = { ...bashCall(call, command), tool_response: { stdout: 'done' } };
    return this.claude('PostToolUse', fields, more);
  }

  ask(command: string, approval?: string, caller = {}): Promise<GateAnswer> {
    return this.gate.ask({ command, ...(approval === undefined ? {} : { approval }) }, caller);
  }

  records(...kinds: readonly string[]): readonly LogRecord[] {
    return recordsOf(this.home).filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  }

  /** The kinds of the log's records after the opening. */
  kinds(): readonly string[] {
    return this.records()
      .map(({ kind }) => kind)
      .slice(1);
  }

  text(commitment: unknown): string {
    const { commitment: of } = commitment as { readonly commitment: string };
    return Buffer.from(contentsOf(this.home)(of) ?? []).toString('utf8');
  }

  verify(): Promise<VerifyReport> {
    return verifyHomeFolder({ home: this.home, seen: seenFolder(process.env) } as Parameters<
      typeof verifyHomeFolder
    >[0]);
  }
}

export function bashCall(call: string, command: string) {
  return { tool_name: 'Bash', tool_input: { command }, tool_use_id: call };
}

/** A gate that runs; stopped and removed after the test. */
export async function gateStand(options: StandOptions = {}): Promise<GateStand> {
  const stand = new GateStand(options);
  onTestFinished(() => stand.remove());
  await stand.start();
  return stand;
}

/** A hook that waits: what it was told, and its end. */
export type Waiting = {
  readonly said: string[];
  readonly modes: string[];
  readonly say: (line: string) => void;
  readonly failMode: (mode: string) => void;
  readonly gone: AbortSignal;
  readonly kill: () => void;
};

export function waiting(): Waiting {
  const gone = new AbortController();
  const said: string[] = [];
  const modes: string[] = [];
  return {
    said,
    modes,
    say: (line) => said.push(line),
    failMode: (mode) => modes.push(mode),
    gone: gone.signal,
    kill: () => gone.abort(),
  };
}

/** Waits until something is so; fails where it does not come. */
export async function until(holds: () => boolean, what = 'what was waited for'): Promise<void> {
  for (let i = 0; i < 2_000; i++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`${what} did not come`);
}

/** The approval's id that a waiting hook was told. */
export async function approvalOf({ said }: Waiting): Promise<string> {
  await until(() => said.length > 0, 'a held call');
  const [, id] = /waiting for approval (apr-[0-9a-f]{12}) /.exec(said[0]!) ?? [];
  if (id === undefined) throw new Error(`expected an approval, found ${said[0]}`);
  return id;
}

export const ASKS =
  'version: 1\nrules:\n  - id: t/ask\n    match: "git push **"\n    action: ask\n    reason: pushes wait\n';
