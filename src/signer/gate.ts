import { decode, isDecoded } from '../harness/decode.ts';
import { encode, quiet } from '../harness/encode.ts';
import { notice } from '../harness/notice.ts';
import { withoutIds } from '../harness/required-ids.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Draft } from '../model/record.ts';
import type { Verdict } from '../model/verdict.ts';
import { addConstraint } from './added-constraint.ts';
import { type ApprovalCommands, type ApprovalParts, approvalCommands } from './approvals.ts';
import type { Constraints } from './constraints.ts';
import { FailedHooks } from './failed-hooks.ts';
import { type GateEventParts, GateEvents } from './gate-events.ts';
import type { Caller, Gate, GateAnswer, GateRequest, HookCall, HookReply, HookWait } from './hook-call.ts';
import { probeAnswer } from './probe.ts';
import { eventKey } from './same-event.ts';
import { statusOf } from './status.ts';
import type { TailerHub } from './tailer-hub.ts';
import { Twice } from './twice.ts';

export type GateParts = GateEventParts &
  ApprovalParts & {
    /** Node's word for the system that the harness runs on. */
    readonly platform: string;
    /** Learns from a hook's connection which process the harness is. */
    readonly learn: (caller: Caller) => void;
    readonly closeLog: () => Promise<void>;
    readonly tailers?: TailerHub;
  };

/** The signer's gate: one entry for every hook, one for every command. */
export class SignerGate implements Gate {
  private readonly parts: GateParts;
  private readonly events: GateEvents;
  private readonly failed: FailedHooks;
  private readonly calls: Twice<Verdict>;
  private readonly others: Twice<string | undefined>;
  private readonly approvals: ApprovalCommands;
  /** Hooks that are being answered. */
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(parts: GateParts) {
    this.parts = parts;
    this.events = new GateEvents(parts);
    this.failed = new FailedHooks({ ...parts, failMode: (cwd, profile) => parts.failModes.of(cwd, profile) });
    this.calls = new Twice(parts.clock);
    this.others = new Twice(parts.clock);
    this.approvals = approvalCommands(parts);
  }

  /** Cancels the holds that a signer before this one left waiting: their hooks have failed since. */
  async begin(): Promise<void> {
    const waiting = [...this.parts.journal.gate.approvals.values()].filter(({ word }) => word === 'waiting');
    const drafts = waiting.map(
      ({ id, call }): Draft => ({
        run: call.run,
        kind: 'approval.cancelled',
        source: 'signer',
        data: { approval: id, why: 'signer_stopped' },
      }),
    );
    if (drafts.length > 0) await this.parts.journal.append(drafts, true);
    await this.parts.constraints.begin();
    this.events.begin();
  }

  async hook(call: HookCall, wait: HookWait): Promise<HookReply> {
    const answer = this.answer(call, wait);
    this.underWay.add(answer);
    return answer.finally(() => this.underWay.delete(answer));
  }

  ask(request: GateRequest, caller: Caller): Promise<GateAnswer> {
    if (request.command === 'status') return Promise.resolve({ ok: true, result: statusOf(this.parts) });
    if (request.command === 'constraints.add') return addConstraint(this.parts, request);
    return this.approvals.ask(request, caller);
  }

  busy(): boolean {
    return this.parts.holds.count > 0 || this.events.busy() || this.parts.tailers?.busy() === true;
  }

  async close(): Promise<void> {
    this.parts.holds.stop();
    await Promise.allSettled(this.underWay);
    this.parts.tailers?.stopping();
    await this.events.close();
    await this.parts.tailers?.close();
    await this.parts.closeLog();
  }

  get tailers(): TailerHub | undefined {
    return this.parts.tailers;
  }

  /** A run's transcripts have grown. */
  grew(...grown: Parameters<GateEvents['grew']>): void {
    this.events.grew(...grown);
  }

  /** A session turned out to be forked from another: it inherits what holds there. */
  forked(...fork: Parameters<Constraints['forked']>): Promise<void> {
    return this.parts.constraints.forked(...fork);
  }

  /** Closes runs that nothing was heard of for `idle_seconds`; the gate does so itself from time to time. */
  closeIdle(): Promise<void> {
    return this.events.closeIdle();
  }

  private async answer(call: HookCall, wait: HookWait): Promise<HookReply> {
    if (call.harness === undefined) {
      const words = 'the hook names no harness that tracekit knows';
      return this.failed.answer({ call, why: 'unknown_harness', words });
    }
    const argument = { harness: call.harness, ...(call.event === undefined ? {} : { event: call.event }) };
    const event = decode(call.raw, argument, { cwd: call.cwd });
    const probed = isDecoded(event) ? probeAnswer(event, this.parts.platform) : undefined;
    if (probed !== undefined) return probed;
    this.parts.learn(call.caller);
    if (!isDecoded(event)) return this.failed.answer({ call, event, why: 'unparseable', words: event.what });
    const lacking = call.profile === 'closed' ? withoutIds(event) : undefined;
    if (lacking !== undefined)
      return this.failed.answer({ call, event, why: 'missing_ids', words: lacking.what });
    try {
      return await this.handle(call, event, wait);
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      const words = `the signer could not record this: ${what}`;
      const mode = this.events.modeOf(event);
      return this.failed.answer({ call, event, why: 'error', words, ...(mode && { mode }) });
    }
  }

  private async handle(call: HookCall, event: HookEvent, wait: HookWait): Promise<HookReply> {
    const seer = { install: call.install, wait };
    if (event.kind !== 'pre_tool') {
      const told = await this.others.once(eventKey(event), seer, () => this.events.record(call, event));
      return told === undefined ? quiet(event) : notice(event, told);
    }
    const verdict = await this.calls.once(eventKey(event), seer, (shared) =>
      this.events.decide(call, event, shared),
    );
    return encode(event, verdict, { platform: this.parts.platform });
  }
}
