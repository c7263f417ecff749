import { toUtf8 } from '../bytes/utf8.ts';
import { decode, isDecoded } from '../harness/decode.ts';
import { encode, quiet } from '../harness/encode.ts';
import { failure, type Profile } from '../harness/failure.ts';
import { withoutIds } from '../harness/required-ids.ts';
import { isSafeId, promptSource } from '../model/harness.ts';
import type { HookEvent, Undecoded } from '../model/hook-event.ts';
import type { Draft } from '../model/record.ts';
import type { Verdict } from '../model/verdict.ts';
import { type ApprovalCommands, type ApprovalParts, approvalCommands } from './approvals.ts';
import { Completions } from './completions.ts';
import { argsDigest, type DecisionParts, Decisions } from './decisions.ts';
import type { Caller, Gate, GateAnswer, GateRequest, HookCall, HookReply, HookWait } from './hook-call.ts';
import { type RunOpener, runOfEvent } from './hook-runs.ts';
import { RunEnds } from './run-ends.ts';
import { statusOf } from './status.ts';
import { Twice } from './twice.ts';

export type GateParts = DecisionParts &
  ApprovalParts &
  RunOpener & {
    /** The gate's judgement of a call: policies, self-protection, what is held. */
    readonly judge: (event: HookEvent, profile: Profile) => Verdict;
    /** Node's word for the system that the harness runs on. */
    readonly platform: string;
    /** Learns from a hook's connection which process the harness is. */
    readonly learn: (caller: Caller) => void;
    readonly closeLog: () => Promise<void>;
  };

/** The signer's gate: one entry for every hook, one for every command. */
export class SignerGate implements Gate {
  private readonly parts: GateParts;
  private readonly decisions: Decisions;
  private readonly completions: Completions;
  private readonly ends: RunEnds;
  private readonly twice: Twice<Verdict>;
  private readonly prompts: Twice<void>;
  private readonly approvals: ApprovalCommands;

  constructor(parts: GateParts) {
    this.parts = parts;
    this.decisions = new Decisions(parts);
    this.completions = new Completions(parts);
    this.ends = new RunEnds(parts, this.completions);
    this.twice = new Twice(parts.clock);
    this.prompts = new Twice(parts.clock);
    this.approvals = approvalCommands(parts);
  }

  /** Cancels the holds that a signer before this one left waiting: their hooks have failed since. */
  async begin(): Promise<void> {
    const drafts = [...this.parts.journal.gate.approvals.values()]
      .filter(({ word }) => word === 'waiting')
      .map(
        ({ id, call }): Draft => ({
          run: call.run,
          kind: 'approval.cancelled',
          source: 'signer',
          data: { approval: id, why: 'signer_stopped' },
        }),
      );
    if (drafts.length > 0) await this.parts.journal.append(drafts, true);
    this.ends.begin();
  }

  async hook(call: HookCall, wait: HookWait): Promise<HookReply> {
    if (call.harness === undefined) {
      return this.fail(call, undefined, 'the hook names no harness that tracekit knows');
    }
    const argument = { harness: call.harness, ...(call.event === undefined ? {} : { event: call.event }) };
    const event = decode(call.raw, argument, { cwd: call.cwd });
    this.parts.learn(call.caller);
    try {
      if (!isDecoded(event)) return await this.undecoded(call, event);
      const lacking = call.profile === 'closed' ? withoutIds(event) : undefined;
      if (lacking !== undefined) return await this.undecoded(call, lacking);
      return await this.handle(call, event, wait);
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      return this.fail(call, event, `the signer could not record this: ${what}`);
    }
  }

  ask(request: GateRequest, caller: Caller): Promise<GateAnswer> {
    if (request.command === 'status') return Promise.resolve({ ok: true, result: statusOf(this.parts) });
    return this.approvals.ask(request, caller);
  }

  busy(): boolean {
    return this.parts.holds.count > 0 || this.ends.busy();
  }

  async close(): Promise<void> {
    this.parts.holds.endAll('stopped');
    await this.ends.close();
    await this.parts.closeLog();
  }

  private async handle(call: HookCall, event: HookEvent, wait: HookWait): Promise<HookReply> {
    switch (event.kind) {
      case 'pre_tool': {
        const key = `${event.harness}\0${event.session}\0${event.call ?? ''}\0${argsDigest(event)}`;
        const verdict = await this.twice.once(key, call.install, () => this.preTool(call, event, wait));
        return encode(event, verdict, { platform: this.parts.platform });
      }
      case 'prompt': {
        const key = `${event.harness}\0${event.session}\0${event.prompt ?? ''}`;
        await this.prompts.once(key, call.install, () => this.prompt(call, event));
        break;
      }
      case 'post_tool':
      case 'post_tool_failure':
        await this.record(event, (run) => this.completions.draftsFor(event, run));
        break;
      case 'stop':
        await this.record(event, (run) => this.completions.provisional(run, { agent: event.agent }));
        break;
      case 'session_end':
        await this.record(event, (run) => this.ends.ending(run));
        break;
      case 'session_start':
        await this.record(event, () => []);
        break;
      default:
        break;
    }
    return quiet(event);
  }

  private preTool(call: HookCall, event: HookEvent, wait: HookWait): Promise<Verdict> {
    const verdict = this.parts.judge(event, call.profile);
    const run = runOfEvent(event, this.parts);
    if (run !== undefined) this.ends.touch(run.run);
    return this.decisions.decide({ event, run: run?.run, drafts: run?.drafts ?? [], verdict }, wait);
  }

  /** A prompt's words go into the vault for as long as the log lives; whose they are is said, not guessed. */
  private prompt(call: HookCall, event: HookEvent): Promise<void> {
    return this.record(event, (run) => {
      const { commitment, bytes } = this.parts.commitKept(toUtf8(event.prompt ?? ''));
      const origin = call.spooled && event.origin === 'person' ? 'harness' : (event.origin ?? 'harness');
      const prompt: Draft = {
        run,
        kind: 'input.observed',
        source: promptSource(event.harness),
        data: {
          commitment,
          bytes,
          origin,
          ...(isSafeId(event.agent) ? { agent: event.agent } : {}),
          ...(call.spooled ? { spooled: true } : {}),
        },
      };
      return [...this.completions.provisional(run, { agent: event.agent }), prompt];
    });
  }

  /** Records drafts in the event's run, which is opened where it is not. An event without a session is not recorded. */
  private async record(event: HookEvent, drafts: (run: string) => readonly Draft[]): Promise<void> {
    const run = runOfEvent(event, this.parts);
    if (run === undefined) return;
    this.ends.touch(run.run);
    const all = [...run.drafts, ...drafts(run.run)];
    const urgent = event.kind === 'prompt';
    if (all.length > 0) await this.parts.journal.append(all, urgent);
    if (event.kind === 'session_end') this.ends.settle(run.run);
  }

  /** A payload that could not be read is recorded as a failed hook, and answered by the profile. */
  private async undecoded(call: HookCall, event: Undecoded): Promise<HookReply> {
    const data = {
      harness: event.harness,
      event: isSafeId(event.event) ? event.event : 'unknown',
      why: 'unparseable',
    };
    await this.parts.journal.append([{ kind: 'hook.failed', source: `hook:${event.harness}`, data }], true);
    return this.fail(call, event, event.what);
  }

  private fail(call: HookCall, event: HookEvent | Undecoded | undefined, why: string): HookReply {
    return failure({
      harness: event?.harness ?? call.harness,
      kind: event?.kind ?? 'pre_tool',
      profile: call.profile,
      why,
      platform: this.parts.platform,
      ...(event?.event === undefined ? {} : { event: event.event }),
    });
  }
}
