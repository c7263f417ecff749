import type { Harness, ToolClass } from '../../model/harness.ts';
import type { Outcome } from '../../model/reading.ts';
import type { JsonObject, RecordKind } from '../../model/record.ts';
import type { VerdictWord } from '../../model/verdict.ts';
import type { Approval, Completion, GateCall } from './hooks.ts';
import type { At, Content } from './item.ts';

type OpenApproval = { -readonly [K in keyof Omit<Approval, 'answers'>]: Approval[K] } & {
  readonly answers: Approval['answers'][number][];
};
type OpenCall = Omit<GateCall, 'approvals' | 'completions' | 'completion' | 'paired'> & {
  readonly approvals: OpenApproval[];
  readonly completions: Completion[];
  completion?: Completion;
  paired?: NonNullable<GateCall['paired']>;
};

/** Takes in the gate's records of calls, approvals and completions. */
export class CallFold {
  readonly calls: OpenCall[] = [];
  /** Completions of which no decision is known. */
  readonly strays: Completion[] = [];
  readonly #byDecision = new Map<number, OpenCall>();
  /** Completions of one of several equal calls, by their record's number, until it is known of which. */
  readonly #among = new Map<number, Completion>();
  readonly #approvals = new Map<string, OpenApproval>();

  take(
    at: At,
    kind: RecordKind,
    { data, harness }: { readonly data: JsonObject; readonly harness: Harness },
  ): void {
    switch (kind) {
      case 'call.decided':
        this.#decide(at, data, harness);
        break;
      case 'call.completed':
        this.#complete(at, data);
        break;
      case 'call.paired':
        this.#pair(at, data);
        break;
      case 'approval.requested':
      case 'approval.answered':
      case 'approval.used':
      case 'approval.cancelled':
        this.#approve(at, kind, data);
        break;
      default:
        break;
    }
  }

  #decide(at: At, data: JsonObject, harness: Harness): void {
    const { call, agent, turn, rule, constraint, cwd, why } = data;
    const decided: OpenCall = {
      at,
      harness,
      tool: data.tool as ToolClass,
      verdict: data.verdict as VerdictWord,
      background: data.background === true,
      name: data.name as unknown as Content,
      input: data.input as unknown as Content,
      targets: (data.targets as unknown as readonly Content[] | undefined) ?? [],
      approvals: [],
      completions: [],
      ...(call === undefined ? {} : { call: call as string }),
      ...(agent === undefined ? {} : { agent: agent as string }),
      ...(turn === undefined ? {} : { turn: turn as string }),
      ...(rule === undefined ? {} : { rule: rule as string }),
      ...(constraint === undefined ? {} : { constraint: constraint as string }),
      ...(cwd === undefined ? {} : { cwd: cwd as unknown as Content }),
      ...(why === undefined ? {} : { why: why as unknown as Content }),
    };
    this.calls.push(decided);
    this.#byDecision.set(at.seq, decided);
  }

  #complete(at: At, data: JsonObject): void {
    const { tool, call, result, input, pairing } = data;
    const completion: Completion = {
      at,
      outcome: data.outcome as Outcome,
      provisional: data.provisional === true,
      ...(tool === undefined ? {} : { tool: tool as ToolClass }),
      ...(call === undefined ? {} : { call: call as string }),
      ...(result === undefined ? {} : { result: result as unknown as Content }),
      ...(input === undefined ? {} : { input: input as unknown as Content }),
      ...(pairing === undefined ? {} : { pairing: pairing as 'id' | 'arguments' | 'fifo' }),
    };
    if (data.among !== undefined) this.#among.set(at.seq, completion);
    else {
      const decided = this.#byDecision.get(data.decided as number);
      if (decided === undefined) this.strays.push(completion);
      else add(decided, completion);
    }
  }

  /** Which of the transcript's calls a decided one is, and which completion is its own. */
  #pair(at: At, { decided, call, pairing, completed }: JsonObject): void {
    const found = this.#byDecision.get(decided as number);
    if (found === undefined) return;
    found.paired = {
      ...{ at, pairing: pairing as NonNullable<GateCall['paired']>['pairing'] },
      ...(call === undefined ? {} : { call: call as string }),
    };
    const completion = this.#among.get(completed as number);
    if (completion !== undefined) add(found, completion);
  }

  #approve(at: At, kind: RecordKind, data: JsonObject): void {
    const id = data.approval as string;
    if (kind === 'approval.requested') {
      const { rule, constraint } = data;
      const approval: OpenApproval = {
        ...{ id, requested: at, until: data.until as number, answers: [] },
        ...(rule === undefined ? {} : { rule: rule as string }),
        ...(constraint === undefined ? {} : { constraint: constraint as string }),
      };
      this.#approvals.set(id, approval);
      this.#byDecision.get(data.decided as number)?.approvals.push(approval);
      return;
    }
    const approval = this.#approvals.get(id);
    if (approval === undefined) return;
    if (kind === 'approval.cancelled') approval.cancelled = { at, why: data.why as string };
    else if (kind === 'approval.answered') approval.answers.push(answerOf(at, data));
    else {
      approval.used = at;
      // A later, identical call than it was asked for.
      const other = this.#byDecision.get(data.decided as number);
      if (other !== undefined && !other.approvals.includes(approval)) other.approvals.push(approval);
    }
  }
}

function add(call: OpenCall, completion: Completion): void {
  call.completions.push(completion);
  // One that came late of itself is no better than a real one that stands.
  if (call.completion === undefined || call.completion.provisional || !completion.provisional)
    call.completion = completion;
}

function answerOf(at: At, data: JsonObject): Approval['answers'][number] {
  return {
    at,
    answer: data.answer as 'approved' | 'rejected' | 'expired',
    release: data.release === true,
    ...(data.by === undefined ? {} : { by: data.by as unknown as Content }),
    ...(data.reason === undefined ? {} : { reason: data.reason as unknown as Content }),
  };
}
