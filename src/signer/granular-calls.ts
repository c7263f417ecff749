import { fromUtf8 } from '../bytes/utf8.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Verdict } from '../model/verdict.ts';
import type { Decisions } from './decisions.ts';
import type { CallState } from './gate-state.ts';
import { granularDeed, recordedDeed } from './granular-deed.ts';
import { APPROVED, denied } from './held-calls.ts';
import type { HookWait } from './hook-call.ts';
import type { Journal } from './journal.ts';

export type GranularParts = {
  readonly journal: Journal;
  readonly open: (commitment: string) => Uint8Array | undefined;
};

/** So many calls are remembered whose `postToolUse` came before their granular event. */
const MOST_FINISHED = 100;

/**
 * Cursor's granular events fire beside those with a call id: `beforeShellExecution` takes the decision of the open call
 * of the same generation and command, `afterShellExecution` belongs to that call too; likewise those of MCP and reads.
 */
export class GranularCalls {
  private readonly parts: GranularParts;
  private readonly decisions: Pick<Decisions, 'of'>;
  private readonly deeds = new WeakMap<CallState, string>();
  private readonly taken = new WeakSet<CallState>();
  private readonly finishedLately: string[] = [];

  constructor(parts: GranularParts, decisions: Pick<Decisions, 'of'>) {
    this.parts = parts;
    this.decisions = decisions;
  }

  /** The decision for a granular event, where a call that it belongs to is open: each call's is given once. */
  decided(event: HookEvent, run: string, wait: HookWait): Promise<Verdict> | undefined {
    const { gate } = this.parts.journal;
    const calls = this.callsOf(event, run).filter((one) => one.call !== undefined && !this.taken.has(one));
    // One that was refused fires no granular event.
    const call =
      calls.find((one) => gate.mayRun(one)) ??
      calls.find(({ approval }) => gate.approvals.isLive(approval)) ??
      calls[0];
    if (call === undefined) return undefined;
    this.taken.add(call);
    const made = this.decisions.of(call);
    if (made === undefined) return Promise.resolve(this.recorded(call));
    made.wait.join(wait);
    return made.answer;
  }

  /** The call that a granular post event is about; `done` where its other event was recorded already. */
  completed(event: HookEvent, run: string): CallState | 'done' | undefined {
    const calls = this.callsOf(event, run);
    const call = calls.find(({ provisional }) => provisional === undefined) ?? calls[0];
    if (call !== undefined) return call;
    const at = this.finishedLately.indexOf(keyOf(event, run));
    if (at < 0) return undefined;
    this.finishedLately.splice(at, 1);
    return 'done';
  }

  /** Notes what a call does that was just decided. */
  note(call: CallState, event: HookEvent): void {
    if (event.harness === 'cursor') this.deeds.set(call, granularDeed(event));
  }

  /** Notes that a call's own post event has come. */
  finished(event: HookEvent, run: string): void {
    if (event.harness !== 'cursor') return;
    this.finishedLately.push(keyOf(event, run));
    if (this.finishedLately.length > MOST_FINISHED) this.finishedLately.shift();
  }

  private callsOf(event: HookEvent, run: string): readonly CallState[] {
    if (event.turn === undefined) return [];
    const wanted = granularDeed(event);
    const calls = this.parts.journal.gate.openCalls(run);
    return calls.filter((call) => call.turn === event.turn && this.deedOf(call) === wanted);
  }

  /** What an open call does, as `granularDeed` tells it of its event; by the vault, where another signer decided it. */
  private deedOf(call: CallState): string | undefined {
    const known = this.deeds.get(call);
    if (known !== undefined) return known;
    const [name, input] = [this.parts.open(call.name), this.parts.open(call.input)];
    if (name === undefined || input === undefined) return undefined;
    const told = recordedDeed({ tool: call.tool, own: fromUtf8(name) ?? '', input });
    this.deeds.set(call, told);
    return told;
  }

  /** What the log says was decided, by a signer before this one. */
  private recorded(call: CallState): Verdict {
    const { gate } = this.parts.journal;
    const rule = call.rule === undefined ? {} : { rule: call.rule };
    const why = call.why === undefined ? undefined : this.parts.open(call.why);
    const reason = why === undefined ? {} : { reason: fromUtf8(why) ?? '' };
    const verdict: Verdict = { verdict: call.verdict, ...rule, ...reason };
    if (call.verdict !== 'ask') return verdict;
    if (call.approval === undefined) return { ...verdict, ask: 'prompt' };
    return gate.mayRun(call) ? APPROVED : denied(verdict, `${call.approval} let no call run`);
  }
}

function keyOf(event: HookEvent, run: string): string {
  return `${run}\0${event.turn ?? ''}\0${granularDeed(event)}`;
}
