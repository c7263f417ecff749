import { toUtf8 } from '../bytes/utf8.ts';
import { classOf } from '../harness/tools.ts';
import { isSafeId } from '../model/harness.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Committed, Draft, JsonObject } from '../model/record.ts';
import type { Target } from '../model/target.ts';
import type { Verdict } from '../model/verdict.ts';
import { inBackground } from './background.ts';
import type { CallState } from './gate-state.ts';
import { HeldCalls, type HeldParts } from './held-calls.ts';
import { rawInput } from './raw-input.ts';
import type { SharedWait } from './shared-wait.ts';

export type DecisionParts = HeldParts;

/** A call before it is decided: the event, its run, and the drafts that open the run. */
export type Asked = {
  readonly event: HookEvent;
  readonly run: string;
  readonly drafts: readonly Draft[];
  readonly verdict: Verdict;
  /** Those of patches in its arguments too. */
  readonly targets: readonly Target[];
  /** Called when the decision is recorded, before anybody is asked. */
  readonly onRecorded: (call: CallState) => void;
};

/** What was decided of a call, for hooks that ask about it again while it is open. */
export type Decision = { readonly answer: Promise<Verdict>; readonly wait: SharedWait };

const MAX_TARGETS = 200;

/** Records decisions, and has a person asked where the verdict says so. */
export class Decisions {
  private readonly parts: DecisionParts;
  private readonly held: HeldCalls;
  private readonly made = new WeakMap<CallState, Decision>();

  constructor(parts: DecisionParts) {
    this.parts = parts;
    this.held = new HeldCalls(parts);
  }

  /** Records the decision; resolves with what the hook answers, for a hold when it has ended. */
  async decide(asked: Asked, wait: SharedWait): Promise<Verdict> {
    const { journal, commit } = this.parts;
    const { drafts, verdict, event } = asked;
    const link = journal.gate.spoken.linkTo(asked.run, event.turn);
    const seqs = await journal.append([...drafts, decidedDraft(asked, commit, link)], true);
    const call = journal.gate.callAt(seqs.at(-1)!);
    if (call !== undefined) asked.onRecorded(call);
    if (call === undefined || verdict.verdict !== 'ask' || verdict.ask === 'prompt') return verdict;
    const answer = this.held.answer({ call, event, verdict }, wait);
    this.made.set(call, { answer, wait });
    return answer;
  }

  /** What this signer is deciding, or has decided, of a held call. */
  of(call: CallState): Decision | undefined {
    return this.made.get(call);
  }
}

function decidedDraft(
  asked: Asked,
  commit: (content: Uint8Array) => Committed,
  link: JsonObject | undefined,
): Draft {
  const { event, verdict, run } = asked;
  const own = event.tool?.own ?? '';
  const data: { [key: string]: JsonObject[string] } = {
    tool: classOf(event.tool),
    verdict: verdict.verdict,
    name: commit(toUtf8(own)),
    input: commit(rawInput(event)),
    cwd: commit(toUtf8(event.cwd)),
  };
  if (isSafeId(event.call)) data.call = event.call;
  if (isSafeId(event.agent)) data.agent = event.agent;
  if (isSafeId(event.turn)) data.turn = event.turn;
  if (link !== undefined) data.link = link;
  if (inBackground(event)) data.background = true;
  if (verdict.rule !== undefined) data.rule = verdict.rule;
  if (verdict.constraint !== undefined) data.constraint = verdict.constraint;
  if (verdict.reason !== undefined) data.why = commit(toUtf8(verdict.reason));
  if (asked.targets.length > 0)
    data.targets = asked.targets.slice(0, MAX_TARGETS).map(({ path }) => commit(toUtf8(path)));
  return { run, kind: 'call.decided', source: `hook:${event.harness}`, data };
}
