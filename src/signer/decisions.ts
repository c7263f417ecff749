import { sha256Hex } from '../bytes/sha256.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { toolClass } from '../harness/tools.ts';
import { isSafeId } from '../model/harness.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Committed, Draft, JsonObject } from '../model/record.ts';
import type { Verdict } from '../model/verdict.ts';
import type { SignerConfig } from './config.ts';
import type { ApprovalState, CallState } from './gate-state.ts';
import type { Holds } from './holds.ts';
import type { HookWait } from './hook-call.ts';
import type { Journal } from './journal.ts';
import { rawInput } from './raw-input.ts';

export type DecisionParts = {
  readonly journal: Journal;
  readonly holds: Holds;
  readonly config: SignerConfig;
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly commit: (content: Uint8Array) => Committed;
  /** A content of the vault, for approvals that a restart has to bind again. */
  readonly open: (commitment: string) => Uint8Array | undefined;
};

/** A call before it is decided: the event, its run, and the drafts that open the run. */
export type Asked = {
  readonly event: HookEvent;
  readonly run: string | undefined;
  readonly drafts: readonly Draft[];
  readonly verdict: Verdict;
};

const APPROVED: Verdict = { verdict: 'allow', rule: 'approval', reason: '[tracekit] approved by a person' };

/** Records decisions, and holds what a person must answer. */
export class Decisions {
  private readonly parts: DecisionParts;
  /** What each approval is bound to. */
  private readonly bound = new Map<string, string>();

  constructor(parts: DecisionParts) {
    this.parts = parts;
  }

  /** Records the decision; resolves with what the hook answers, for a hold when it has ended. */
  async decide(asked: Asked, wait: HookWait): Promise<Verdict> {
    const { journal } = this.parts;
    const { verdict, event } = asked;
    const decided = this.decidedDraft(asked);
    const seqs = await journal.append([...asked.drafts, decided], true);
    const seq = seqs.at(-1)!;
    if (verdict.verdict !== 'ask' || verdict.ask === 'prompt' || asked.run === undefined)
      return held(verdict);
    const args = argsDigest(event);
    const grant = this.grantFor(asked.run, args);
    if (grant === undefined) return this.hold({ asked, seq, args }, wait);
    await journal.append([this.draft(asked, 'approval.used', { approval: grant.id })], true);
    return APPROVED;
  }

  private decidedDraft(asked: Asked): Draft {
    const { event, verdict } = asked;
    const { commit } = this.parts;
    const own = event.tool?.own ?? '';
    const data: { [key: string]: JsonObject[string] } = {
      tool: toolClass(event.harness, own),
      verdict: verdict.verdict,
      name: commit(toUtf8(own)),
      input: commit(rawInput(event)),
      cwd: commit(toUtf8(event.cwd)),
    };
    if (isSafeId(event.call)) data.call = event.call;
    if (isSafeId(event.agent)) data.agent = event.agent;
    if (verdict.rule !== undefined) data.rule = verdict.rule;
    if (verdict.reason !== undefined) data.why = commit(toUtf8(verdict.reason));
    if (event.targets.length > 0)
      data.targets = event.targets.slice(0, 200).map(({ path }) => commit(toUtf8(path)));
    return this.draft(asked, 'call.decided', data);
  }

  private draft({ event, run }: Asked, kind: Draft['kind'], data: JsonObject): Draft {
    return { ...(run === undefined ? {} : { run }), kind, source: `hook:${event.harness}`, data };
  }

  private async hold(call: { asked: Asked; seq: number; args: string }, wait: HookWait): Promise<Verdict> {
    const { journal, holds, config, clock, randomBytes } = this.parts;
    const { asked, seq, args } = call;
    const id = `apr-${Buffer.from(randomBytes(6)).toString('hex')}`;
    this.bound.set(id, args);
    const ms = config.hold_seconds * 1000;
    const { rule, reason } = asked.verdict;
    const data: { [key: string]: JsonObject[string] } = { approval: id, decided: seq, until: clock() + ms };
    if (rule !== undefined) data.rule = rule;
    const ended = holds.wait(id, ms, wait.gone);
    await journal.append([this.draft(asked, 'approval.requested', data)], true);
    wait.say(
      `[tracekit] waiting for approval ${id} (${rule ?? 'default'}): ${(reason ?? '').replace(/^\[tracekit\] /, '')}`,
    );
    return this.end(asked, id, await ended);
  }

  private async end(asked: Asked, id: string, end: Awaited<ReturnType<Holds['wait']>>): Promise<Verdict> {
    const { journal, commit } = this.parts;
    switch (end) {
      case 'approved':
        await journal.append([this.draft(asked, 'approval.used', { approval: id })], true);
        return APPROVED;
      case 'rejected':
        return denied(asked.verdict, `a person rejected this call (${id})`);
      case 'expired': {
        const by = commit(toUtf8('nobody answered in time'));
        await journal.append(
          [
            {
              ...this.draft(asked, 'approval.answered', { approval: id, answer: 'expired', by }),
              source: 'signer',
            },
          ],
          true,
        );
        return denied(
          asked.verdict,
          `nobody answered ${id} in time; it can still be approved for the identical call (tracekit approvals approve ${id})`,
        );
      }
      default: {
        const why = end === 'gone' ? 'hook_gone' : 'signer_stopped';
        await journal.append(
          [{ ...this.draft(asked, 'approval.cancelled', { approval: id, why }), source: 'signer' }],
          true,
        );
        return denied(
          asked.verdict,
          `the hold ${id} was cancelled (${why === 'hook_gone' ? 'the hook went away' : 'the signer stopped'})`,
        );
      }
    }
  }

  /** An approval of the identical call of this run that came when nobody waited for it any more. */
  private grantFor(run: string, args: string): ApprovalState | undefined {
    const { journal, config, clock } = this.parts;
    const since = clock() - config.grant_seconds * 1000;
    for (const approval of journal.gate.approvals.values()) {
      const { word, waitOver, answered, call } = approval;
      if (word !== 'approved' || !waitOver || call.run !== run || (answered ?? 0) < since) continue;
      if (this.boundTo(approval) === args) {
        // Taken at once: two identical calls at a time must not both use it.
        approval.word = 'used';
        return approval;
      }
    }
    return undefined;
  }

  private boundTo({ id, call }: ApprovalState): string | undefined {
    const known = this.bound.get(id);
    if (known !== undefined) return known;
    const digest = this.digestFromVault(call);
    if (digest !== undefined) this.bound.set(id, digest);
    return digest;
  }

  private digestFromVault(call: CallState): string | undefined {
    const [name, input, cwd] = [call.name, call.input, call.cwd].map((commitment) =>
      this.parts.open(commitment),
    );
    return name === undefined || input === undefined || cwd === undefined
      ? undefined
      : digestOf(name, input, cwd);
  }
}

/** What an approval is bound to: the tool, its exact arguments, and the directory. */
export function argsDigest(event: HookEvent): string {
  return digestOf(toUtf8(event.tool?.own ?? ''), rawInput(event), toUtf8(event.cwd));
}

function digestOf(...parts: readonly Uint8Array[]): string {
  return sha256Hex(Buffer.concat(parts.flatMap((part) => [toUtf8(`${part.length}:`), part])));
}

/** An `ask` that nobody can hold (no run to record it in) is a deny. */
function held(verdict: Verdict): Verdict {
  if (verdict.verdict !== 'ask' || verdict.ask === 'prompt') return verdict;
  return denied(verdict, 'this call must be approved, but its payload names no session to hold it in');
}

function denied(asked: Verdict, why: string): Verdict {
  const reason = (asked.reason ?? '').replace(/^\[tracekit\] /, '');
  return {
    verdict: 'deny',
    ...(asked.rule === undefined ? {} : { rule: asked.rule }),
    reason: `[tracekit] ${why}: ${reason}`.slice(0, 500),
  };
}
