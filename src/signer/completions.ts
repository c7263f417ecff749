import { sha256Hex } from '../bytes/sha256.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { toolClass } from '../harness/tools.ts';
import { isSafeId } from '../model/harness.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Committed, Draft, JsonObject } from '../model/record.ts';
import type { CallState } from './gate-state.ts';
import type { Journal } from './journal.ts';
import { rawInput, rawResult } from './raw-input.ts';

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
  private readonly keys = new Map<number, string>();

  constructor(parts: CompletionParts) {
    this.parts = parts;
  }

  /** The drafts for a post event. A provisional completion that stood until now is superseded. */
  draftsFor(event: HookEvent, run: string): readonly Draft[] {
    const found = this.find(event, run);
    const result = rawResult(event);
    const data: { [key: string]: JsonObject[string] } = {
      outcome: event.failed === true || event.kind === 'post_tool_failure' ? 'error' : 'ok',
      tool: toolClass(event.harness, event.tool?.own ?? ''),
    };
    if (isSafeId(event.call)) data.call = event.call;
    if (result !== undefined) data.result = this.parts.commit(result);
    if (found !== undefined) {
      data.decided = found.call.seq;
      data.pairing = found.pairing;
      if (found.call.completed?.provisional === true) data.supersedes = found.call.completed.seq;
      this.keys.delete(found.call.seq);
    }
    return [{ run, kind: 'call.completed', source: `hook:${event.harness}`, data }];
  }

  /**
   * The drafts that complete provisionally, as errors, what never got its post event (REQUIREMENTS A11): at the session's
   * end all calls that were allowed, at a stop or a typed prompt those of the same agent.
   */
  provisional(run: string, of: { readonly agent: string | undefined } | 'all'): readonly Draft[] {
    return this.parts.journal.gate
      .openCalls(run)
      .filter((call) => call.completed === undefined && isAllowed(call, this.parts.journal))
      .filter((call) => of === 'all' || call.agent === of.agent)
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

  /** By the harness's call id; else the oldest open call with the same tool and arguments, which is a guess where several are. */
  private find(event: HookEvent, run: string): Found | undefined {
    const open = this.parts.journal.gate.openCalls(run);
    if (event.call !== undefined) {
      const call = open.find((one) => one.call === event.call);
      return call === undefined ? undefined : { call, pairing: 'id' };
    }
    const key = keyOf(toUtf8(event.tool?.own ?? ''), rawInput(event));
    const same = open.filter((one) => this.keyOfCall(one) === key);
    const [first] = same.filter((one) => isAllowed(one, this.parts.journal)).concat(same);
    return first === undefined ? undefined : { call: first, pairing: 'fifo' };
  }

  private keyOfCall(call: CallState): string | undefined {
    const known = this.keys.get(call.seq);
    if (known !== undefined) return known;
    const [name, input] = [call.name, call.input].map((commitment) => this.parts.open(commitment));
    if (name === undefined || input === undefined) return undefined;
    const key = keyOf(name, input);
    this.keys.set(call.seq, key);
    return key;
  }
}

function keyOf(name: Uint8Array, input: Uint8Array): string {
  return sha256Hex(Buffer.concat([toUtf8(`${name.length}:`), name, input]));
}

/** Allowed at once, or by an approval that was used. */
function isAllowed(call: CallState, journal: Journal): boolean {
  if (call.verdict === 'allow') return true;
  return call.approval !== undefined && journal.gate.approvals.get(call.approval)?.word === 'used';
}
