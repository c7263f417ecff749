import { sha256Hex } from '../bytes/sha256.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { toolClass } from '../harness/tools.ts';
import { isSafeId } from '../model/harness.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Committed, Draft, JsonObject } from '../model/record.ts';
import { digestOf } from './args-digest.ts';
import type { CallState } from './gate-state.ts';
import type { GranularCalls } from './granular-calls.ts';
import type { Journal } from './journal.ts';
import { rawInput, rawResult } from './raw-input.ts';
import { isGranular } from './same-event.ts';

export type CompletionParts = {
  readonly journal: Journal;
  readonly commit: (content: Uint8Array) => Committed;
  /** A content of the vault: what a call without an id is known by again. */
  readonly open: (commitment: string) => Uint8Array | undefined;
};

/** How a completion found its call. */
type Found = { readonly call: CallState; readonly pairing: 'id' | 'fifo' };

/** Records what became of calls. */
export class Completions {
  private readonly parts: CompletionParts;
  private readonly granular: GranularCalls;
  private readonly keys = new WeakMap<CallState, string>();

  constructor(parts: CompletionParts, granular: GranularCalls) {
    this.parts = parts;
    this.granular = granular;
  }

  /** The drafts for a post event. A provisional completion that stood until now is superseded. */
  draftsFor(event: HookEvent, run: string): readonly Draft[] {
    if (!isGranular(event)) return [this.draft(event, run, this.find(event, run))];
    const call = this.granular.completed(event, run);
    if (call === 'done') return [];
    return [this.draft(event, run, call && { call, pairing: 'fifo' })];
  }

  /**
   * The drafts that complete provisionally, as errors, what never got its post event (REQUIREMENTS A11): at the session's
   * end all calls that were allowed, at a stop or a typed prompt those of the same agent that aren't known to go on.
   */
  provisional(run: string, of: { readonly agent: string | undefined } | 'all'): readonly Draft[] {
    const { gate } = this.parts.journal;
    return gate
      .openCalls(run)
      .filter((call) => call.provisional === undefined && gate.mayRun(call))
      .filter((call) => of === 'all' || (call.agent === of.agent && !call.background))
      .map((call) => ({
        run,
        kind: 'call.completed',
        source: 'signer',
        data: {
          outcome: 'error',
          provisional: true,
          decided: call.seq,
          ...(call.call === undefined ? {} : { call: call.call }),
        },
      }));
  }

  private draft(event: HookEvent, run: string, found: Found | undefined): Draft {
    const result = rawResult(event);
    const data: { [key: string]: JsonObject[string] } = {
      outcome: outcomeOf(event),
      tool: toolClass(event.harness, event.tool?.own ?? ''),
    };
    if (isSafeId(event.call)) data.call = event.call;
    if (result !== undefined) data.result = this.parts.commit(result);
    if (found !== undefined) {
      const { call, pairing } = found;
      data.decided = call.seq;
      data.pairing = pairing;
      if (call.provisional !== undefined) data.supersedes = call.provisional;
      // The event with the call's id is still to come, and supersedes this.
      if (isGranular(event) && call.call !== undefined) data.provisional = true;
    }
    return { run, kind: 'call.completed', source: `hook:${event.harness}`, data };
  }

  /**
   * By the harness's call id; else the oldest open call with the same tool and arguments, which is a guess where several
   * are. Of several with one id, the one that ran; then the one that waits for its completion longest.
   */
  private find(event: HookEvent, run: string): Found | undefined {
    const { gate } = this.parts.journal;
    const open = gate.openCalls(run);
    const best = (calls: readonly CallState[]): CallState | undefined =>
      calls.find((one) => gate.mayRun(one) && one.provisional === undefined) ??
      calls.find((one) => gate.mayRun(one)) ??
      calls[0];
    if (event.call !== undefined) {
      const call = best(open.filter((one) => one.call === event.call));
      if (call !== undefined) this.granular.finished(event, run);
      return call && { call, pairing: 'id' };
    }
    const key = keyOf(toUtf8(event.tool?.own ?? ''), rawInput(event));
    const call = best(open.filter((one) => one.call === undefined && this.keyOfCall(one) === key));
    return call && { call, pairing: 'fifo' };
  }

  private keyOfCall(call: CallState): string | undefined {
    const known = this.keys.get(call);
    if (known !== undefined) return known;
    const [name, input] = [call.name, call.input].map(this.parts.open);
    if (name === undefined || input === undefined) return undefined;
    const key = keyOf(name, input);
    this.keys.set(call, key);
    return key;
  }
}

function keyOf(name: Uint8Array, input: Uint8Array): string {
  return digestOf(name, toUtf8(sha256Hex(input)));
}

/** formats: claude-code `is_interrupt`; cursor `is_interrupt`, `failure_type`. */
function outcomeOf({ kind, failed, payload }: HookEvent): string {
  if (Object.hasOwn(payload, 'is_interrupt') && payload.is_interrupt === true) return 'interrupted';
  if (Object.hasOwn(payload, 'failure_type') && payload.failure_type === 'permission_denied') return 'denied';
  return failed === true || kind === 'post_tool_failure' ? 'error' : 'ok';
}
