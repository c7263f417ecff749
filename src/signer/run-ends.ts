import type { HookEvent } from '../model/hook-event.ts';
import type { Draft } from '../model/record.ts';
import type { Completions } from './completions.ts';
import type { SignerConfig } from './config.ts';
import type { Holds } from './holds.ts';
import type { Journal } from './journal.ts';
import type { Pairing } from './pairing.ts';
import type { RunState } from './state.ts';

/** How often runs are looked at for idleness, at most. */
const LOOK_EVERY_MS = 30_000;

export type RunEndParts = {
  readonly journal: Journal;
  readonly holds: Holds;
  readonly config: SignerConfig;
  /** Milliseconds since some moment, whatever is done to the clock; a computer that sleeps does not age. */
  readonly uptime: () => number;
  /** A run is about to be closed: what its transcripts still have is recorded first. */
  readonly beforeClose: (run: RunState) => Promise<void>;
  /** A run is closed: what is kept of it elsewhere may go. */
  readonly onClosed: (run: RunState) => void;
};

type Why = 'session_end' | 'idle' | 'stopped';
type Settling = { readonly timer: NodeJS.Timeout; readonly latest: number };

/** Closes runs: some seconds after their session's end, or when nothing was heard of them for an hour. */
export class RunEnds {
  private readonly parts: RunEndParts;
  private readonly completions: Completions;
  private readonly pairing: Pairing;
  /** When each run was last heard of. A run of before this start counts from the start. */
  private readonly heard = new Map<string, number>();
  private readonly settling = new Map<string, Settling>();
  private readonly closing = new Map<string, Promise<void>>();
  private looking: NodeJS.Timeout | undefined;

  constructor(parts: RunEndParts, completions: Completions, pairing: Pairing) {
    this.parts = parts;
    this.completions = completions;
    this.pairing = pairing;
  }

  /** Takes up the runs that a signer before this one left. */
  begin(): void {
    const { uptime, config, journal } = this.parts;
    for (const { id } of this.hookRuns()) this.heard.set(id, uptime());
    for (const run of journal.gate.ending) this.settle(run);
    const every = Math.min(LOOK_EVERY_MS, Math.max(50, (config.idle_seconds * 1000) / 4));
    this.looking = setInterval(() => void this.closeIdle(), every);
    this.looking.unref();
  }

  /** Something was heard of the run: it is not idle. */
  touch(run: string): void {
    this.heard.set(run, this.parts.uptime());
  }

  /** The drafts of a session's end: calls without their post event are completed as errors. Twice said is said once. */
  ending(run: string): readonly Draft[] {
    if (this.settling.has(run)) return [];
    return [
      ...this.completions.provisional(run, 'all'),
      { run, kind: 'run.ending', source: 'signer', data: { why: 'session_end' } },
    ];
  }

  /** Closes the run when nothing more comes for `settle_seconds`, and in `settle_max_seconds` at the latest. */
  settle(run: string): void {
    const { uptime, config } = this.parts;
    const before = this.settling.get(run);
    clearTimeout(before?.timer);
    const latest = before?.latest ?? uptime() + config.settle_max_seconds * 1000;
    const ms = Math.max(0, Math.min(config.settle_seconds * 1000, latest - uptime()));
    const timer = setTimeout(() => void this.closeRun(run, 'session_end'), ms);
    this.settling.set(run, { timer, latest });
  }

  /** The run's transcripts have grown: it is not idle, and its close is put off. */
  grew(run: string): void {
    if (this.heard.has(run)) this.touch(run);
    if (this.settling.has(run)) this.settle(run);
  }

  /** Whether the run's session has ended, and the run not yet. */
  isEnding(run: string): boolean {
    return this.settling.has(run);
  }

  busy(): boolean {
    return this.settling.size > 0 || this.closing.size > 0;
  }

  async close(): Promise<void> {
    clearInterval(this.looking);
    for (const run of [...this.settling.keys()]) void this.closeRun(run, 'session_end');
    await Promise.all(this.closing.values());
  }

  /** Closes what nothing was heard of for `idle_seconds`. */
  async closeIdle(): Promise<void> {
    const since = this.parts.uptime() - this.parts.config.idle_seconds * 1000;
    const idle = this.hookRuns().filter(({ id }) => (this.heard.get(id) ?? since) < since && !this.waits(id));
    await Promise.all(idle.map(({ id }) => this.closeRun(id, 'idle')));
  }

  /** Closes a run when all that is being written of it is written, and its children with it. */
  closeRun(id: string, why: Why): Promise<void> {
    const known = this.closing.get(id);
    if (known !== undefined) return known;
    const closed = this.closeNow(id, why).finally(() => this.closing.delete(id));
    this.closing.set(id, closed);
    return closed;
  }

  private async closeNow(id: string, why: Why): Promise<void> {
    const { journal } = this.parts;
    clearTimeout(this.settling.get(id)?.timer);
    this.settling.delete(id);
    await journal.settled(id);
    const run = journal.state.runs.get(id);
    if (run?.open !== true) return;
    await this.parts.beforeClose(run);
    if (!run.open) return;
    const children = this.hookRuns().filter(({ from, session }) => from === id && session !== run.session);
    await Promise.all(children.map((child) => this.closeRun(child.id, why)));
    // A full disk: the run stays open, and is idle later.
    await journal.append(this.closingDrafts(run, why), true).catch(() => undefined);
  }

  /** The drafts that close a run, as it stands now. Holds of it end. */
  closingDrafts(run: RunState, why: Why): readonly Draft[] {
    const { id } = run;
    clearTimeout(this.settling.get(id)?.timer);
    this.settling.delete(id);
    this.heard.delete(id);
    const { drafts, taken } = this.pairing.atEnd(id);
    const lost = this.completions.provisional(id, 'all', taken);
    const before = [...this.cancelled(id), ...drafts, ...(why === 'session_end' ? lost : lost.map(gapOf))];
    this.parts.onClosed(run);
    const last = run.records + before.length;
    return [...before, { run: id, kind: 'run.closed', source: 'signer', data: { last, why } }];
  }

  private cancelled(run: string): readonly Draft[] {
    return this.waitingIn(run).map((approval) => {
      approval.word = 'cancelled';
      this.parts.holds.end(approval.id, 'run_closed');
      const data = { approval: approval.id, why: 'run_closed' };
      return { run, kind: 'approval.cancelled', source: 'signer', data };
    });
  }

  private waits(run: string): boolean {
    return this.waitingIn(run).length > 0;
  }

  private waitingIn(run: string) {
    const all = [...this.parts.journal.gate.approvals.values()];
    return all.filter(({ word, call }) => word === 'waiting' && call.run === run);
  }

  private hookRuns(): readonly RunState[] {
    const runs = [...this.parts.journal.state.runs.values()];
    return runs.filter(({ open, mode }) => open && mode === 'hooks');
  }
}

/** A run without a session's end: what was allowed and never completed is a gap. */
function gapOf({ data: { decided, call }, ...draft }: Draft): Draft {
  const gap = { gap: 'decided_not_completed', assurance: 'dev', decided: decided! };
  return { ...draft, kind: 'gap', data: { ...gap, ...(call === undefined ? {} : { call }) } };
}

/**
 * Whether an event shows that its session's open run is over: the session begins again, or goes on after its end was
 * said. A session is resumed in a later part.
 */
export function beginsAnew(event: HookEvent, isEnding: boolean): boolean {
  const { kind, payload } = event;
  if (isEnding) return kind === 'session_start' || kind === 'prompt' || kind === 'pre_tool';
  return kind === 'session_start' && Object.hasOwn(payload, 'source') && payload.source === 'resume';
}
