import { sha256Hex } from '../bytes/sha256.ts';
import { sameBytes, toUtf8 } from '../bytes/utf8.ts';
import { classOf } from '../harness/tools.ts';
import { isSafeId } from '../model/harness.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Committed, Draft, JsonObject } from '../model/record.ts';
import { digestOf } from './args-digest.ts';
import type { CallState } from './gate-state.ts';
import type { GranularCalls } from './granular-calls.ts';
import type { Journal } from './journal.ts';
import { WITHOUT_IDS } from './pair-books.ts';
import { rawInput, rawResult } from './raw-input.ts';
import { isGranular } from './same-event.ts';

export type CompletionParts = {
  readonly journal: Journal;
  readonly commit: (content: Uint8Array) => Committed;
  /** A content of the vault: what a call without an id is known by again. */
  readonly open: (commitment: string) => Uint8Array | undefined;
};

/** How a completion found its call. `arguments`: no other open call has the same tool and arguments. */
type Found = { readonly call: CallState; readonly pairing: 'id' | 'arguments' | 'fifo' };
/** Several equal calls, of one of which the completion is: the recording will tell. */
type Among = { readonly among: readonly CallState[] };

/** A completion names at most so many calls that it may be of. */
const MAX_AMONG = 200;

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
   * The drafts that complete provisionally, as errors, what never got its post event: at the session's
   * end all calls that were allowed, at a stop or a typed prompt those of the same agent that aren't known to go on.
   * Not those whose completion waits for its pair, until that is told: `taken` are those that have it by now.
   */
  provisional(
    run: string,
    of: { readonly agent: string | undefined } | 'all',
    taken?: ReadonlySet<number>,
  ): readonly Draft[] {
    const { gate } = this.parts.journal;
    const book = gate.pairs.of(run);
    const isPaired = ({ seq }: CallState): boolean => taken?.has(seq) ?? book?.isAwaited(seq) === true;
    return gate
      .openCalls(run)
      .filter((call) => call.provisional === undefined && gate.mayRun(call) && !isPaired(call))
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

  private draft(event: HookEvent, run: string, found: Found | Among | undefined): Draft {
    const result = rawResult(event);
    const data: { [key: string]: JsonObject[string] } = {
      outcome: outcomeOf(event),
      tool: classOf(event.tool),
    };
    if (isSafeId(event.call)) data.call = event.call;
    if (result !== undefined) data.result = this.parts.commit(result);
    const ran = this.otherInput(event, found);
    if (ran !== undefined) data.input = this.parts.commit(ran);
    if (found !== undefined && 'among' in found) data.among = found.among.map(({ seq }) => seq);
    else if (found !== undefined) {
      const { call, pairing } = found;
      data.decided = call.seq;
      data.pairing = pairing;
      if (call.provisional !== undefined) data.supersedes = call.provisional;
      // The event with the call's id is still to come, and supersedes this.
      if (isGranular(event) && call.call !== undefined) data.provisional = true;
    }
    return { run, kind: 'call.completed', source: `hook:${event.harness}`, data };
  }

  /** The arguments of a post event, where they are not byte for byte those that were judged. */
  private otherInput(event: HookEvent, found: Found | Among | undefined): Uint8Array | undefined {
    if (isGranular(event) || (found !== undefined && ('among' in found || found.pairing !== 'id')))
      return undefined;
    const ran = rawInput(event);
    if (ran.length === 0) return undefined;
    if (found === undefined) return ran;
    const judged = this.parts.open(found.call.input);
    return judged === undefined || sameBytes(judged, ran) ? undefined : ran;
  }

  /**
   * By the harness's call id, of several with one id the oldest; else the open call of the same agent with the same tool
   * and arguments. Where several are, the recording tells them apart later; where it will not, it is the oldest.
   */
  private find(event: HookEvent, run: string): Found | Among | undefined {
    const open = this.parts.journal.gate.openCalls(run);
    if (event.call !== undefined) {
      const [call] = this.likeliest(open.filter((one) => one.call === event.call));
      if (call !== undefined) this.granular.finished(event, run);
      return call && { call, pairing: 'id' };
    }
    const key = keyOf(toUtf8(event.tool?.own ?? ''), rawInput(event));
    const agent = isSafeId(event.agent) ? event.agent : undefined;
    const equal = open.filter(
      (one) => one.call === undefined && one.agent === agent && this.keyOfCall(one) === key,
    );
    const [call, ...more] = this.notSpokenFor(this.likeliest(equal), run);
    if (call === undefined) return undefined;
    if (more.length === 0) return { call, pairing: 'arguments' };
    if (!WITHOUT_IDS.has(event.harness)) return { call, pairing: 'fifo' };
    return { among: [call, ...more].slice(0, MAX_AMONG) };
  }

  /** Those that ran and wait for their completion, else those that ran, else all. */
  private likeliest(calls: readonly CallState[]): readonly CallState[] {
    const { gate } = this.parts.journal;
    const ran = calls.filter((one) => gate.mayRun(one));
    const waiting = ran.filter(({ provisional }) => provisional === undefined);
    return waiting.length > 0 ? waiting : ran.length > 0 ? ran : calls;
  }

  /** Without the calls of which as many completions wait for their pair as they are. */
  private notSpokenFor(calls: readonly CallState[], run: string): readonly CallState[] {
    const pending = [...(this.parts.journal.gate.pairs.of(run)?.pending.values() ?? [])];
    const open = new Set(calls.map(({ seq }) => seq));
    const wanted = pending.map(({ among }) => among.filter((seq) => open.has(seq)));
    for (const few of wanted.sort((a, b) => a.length - b.length)) {
      const within = wanted.filter((seqs) => seqs.length > 0 && seqs.every((seq) => few.includes(seq)));
      if (few.length > 0 && within.length >= few.length) for (const seq of few) open.delete(seq);
    }
    return calls.filter(({ seq }) => open.has(seq));
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
function outcomeOf({ kind, failed, interrupted, payload }: HookEvent): string {
  if (interrupted === true) return 'interrupted';
  if (Object.hasOwn(payload, 'is_interrupt') && payload.is_interrupt === true) return 'interrupted';
  if (Object.hasOwn(payload, 'failure_type') && payload.failure_type === 'permission_denied') return 'denied';
  return failed === true || kind === 'post_tool_failure' ? 'error' : 'ok';
}
