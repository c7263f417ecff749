import { toUtf8 } from '../bytes/utf8.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Committed, Draft, JsonObject } from '../model/record.ts';
import type { Verdict } from '../model/verdict.ts';
import type { ApprovalState } from './approval-book.ts';
import { argsDigest, recordedDigest } from './args-digest.ts';
import type { SignerConfig } from './config.ts';
import type { CallState } from './gate-state.ts';
import type { HoldEnd, Holds } from './holds.ts';
import type { HookWait } from './hook-call.ts';
import type { Journal } from './journal.ts';

export type HeldParts = {
  readonly journal: Journal;
  readonly holds: Holds;
  readonly config: SignerConfig;
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly commit: (content: Uint8Array) => Committed;
  /** A content of the vault: what an earlier approval is bound to. */
  readonly open: (commitment: string) => Uint8Array | undefined;
};

/** A call that a person must let run, as it was decided. */
export type Holding = { readonly call: CallState; readonly event: HookEvent; readonly verdict: Verdict };

export const APPROVED: Verdict = {
  verdict: 'allow',
  rule: 'approval',
  reason: '[tracekit] approved by a person',
};

/** Holds calls until a person answers, or takes an answer that already stands. */
export class HeldCalls {
  private readonly parts: HeldParts;

  constructor(parts: HeldParts) {
    this.parts = parts;
  }

  /** Resolves with what becomes of the call. */
  async answer(held: Holding, wait: HookWait): Promise<Verdict> {
    const grant = this.takeGrant(held);
    if (grant === undefined) return this.hold(held, wait);
    try {
      await this.append(held, 'approval.used', { approval: grant.id, decided: held.call.seq });
    } catch (error) {
      grant.word = 'approved';
      throw error;
    }
    return APPROVED;
  }

  private async hold(held: Holding, wait: HookWait): Promise<Verdict> {
    const { holds, config, clock, randomBytes } = this.parts;
    const id = `apr-${Buffer.from(randomBytes(6)).toString('hex')}`;
    const ms = Math.round(config.hold_seconds * 1000);
    const { rule, constraint, reason = '', says = [reason] } = held.verdict;
    const ended = holds.wait(id, ms, wait.gone);
    try {
      await this.append(held, 'approval.requested', {
        ...{ approval: id, decided: held.call.seq, until: clock() + ms },
        ...(rule === undefined ? {} : { rule }),
        ...(constraint === undefined ? {} : { constraint }),
      });
    } catch (error) {
      holds.end(id, 'stopped');
      throw error;
    }
    for (const line of says)
      wait.say(`[tracekit] waiting for approval ${id} (${rule ?? 'default'}): ${unmarked(line)}`);
    return this.end(held, id, await ended);
  }

  private async end(held: Holding, id: string, end: HoldEnd): Promise<Verdict> {
    switch (end) {
      case 'approved':
        await this.append(held, 'approval.used', { approval: id });
        return APPROVED;
      case 'rejected':
        return denied(held.verdict, `a person rejected this call (${id})`);
      case 'expired':
        await this.expire(held, id);
        return denied(
          held.verdict,
          `nobody answered ${id} in time; a person can still approve it, for the identical call`,
        );
      default:
        // Whoever closes a run has recorded it.
        if (end !== 'run_closed') await this.cancel(held, id, end);
        return denied(held.verdict, `the hold ${id} was cancelled (${CANCELLED[end].words})`);
    }
  }

  /** The word changes before anything is awaited: an answer that comes now is one after the wait. */
  private async expire(held: Holding, id: string): Promise<void> {
    const approval = this.parts.journal.gate.approvals.get(id);
    if (approval !== undefined) Object.assign(approval, { word: 'expired', waitOver: true });
    const by = this.parts.commit(toUtf8('nobody answered in time'));
    await this.append(held, 'approval.answered', { approval: id, answer: 'expired', by }, 'signer');
  }

  private async cancel(held: Holding, id: string, end: 'gone' | 'stopped'): Promise<void> {
    const approval = this.parts.journal.gate.approvals.get(id);
    if (approval !== undefined) approval.word = 'cancelled';
    const data = { approval: id, why: CANCELLED[end].why };
    await this.append(held, 'approval.cancelled', data, 'signer');
  }

  private async append(
    { call, event }: Holding,
    ...[kind, data, source = `hook:${event.harness}`]: readonly [Draft['kind'], JsonObject, string?]
  ): Promise<void> {
    await this.parts.journal.append([{ run: call.run, kind, source, data }], true);
  }

  /**
   * An approval of the identical call of this run that came when nobody waited for it any more. It is taken at once: two
   * identical calls at a time must not both use it.
   */
  private takeGrant({ call, event }: Holding): ApprovalState | undefined {
    const { journal, config, clock, open } = this.parts;
    const since = clock() - config.grant_seconds * 1000;
    let args: string | undefined;
    for (const approval of journal.gate.approvals.values()) {
      const { word, waitOver, answered = 0 } = approval;
      if (word !== 'approved' || !waitOver || approval.call.run !== call.run || answered < since) continue;
      args ??= argsDigest(event);
      if (recordedDigest(approval.call, open) !== args) continue;
      approval.word = 'used';
      return approval;
    }
    return undefined;
  }
}

const CANCELLED = {
  gone: { why: 'hook_gone', words: 'the hook went away' },
  stopped: { why: 'signer_stopped', words: 'the signer stopped' },
  run_closed: { why: 'run_closed', words: 'its session ended' },
} as const;

function unmarked(reason: string): string {
  return reason.replace(/^\[tracekit\] /, '');
}

/** The deny that a held call gets when nobody let it run. */
export function denied({ rule, reason = '' }: Verdict, why: string): Verdict {
  return {
    verdict: 'deny',
    ...(rule === undefined ? {} : { rule }),
    reason: `[tracekit] ${why}: ${unmarked(reason)}`.slice(0, 500),
  };
}
