import type { Profile } from '../harness/failure.ts';
import type { JsonObject, LogRecord } from '../model/record.ts';
import type { VerdictWord } from '../model/verdict.ts';
import { ApprovalBook } from './approval-book.ts';
import { OpenCalls } from './open-calls.ts';
import { PairBooks } from './pair-books.ts';
import { SpokenTurns } from './spoken-turns.ts';

/** A call as the log tells it. `seq` is that of its `call.decided`. */
export type CallState = {
  readonly seq: number;
  readonly run: string;
  readonly call: string | undefined;
  readonly agent: string | undefined;
  readonly turn: string | undefined;
  readonly tool: string;
  readonly background: boolean;
  readonly verdict: VerdictWord;
  /** Commitments of the tool's name and the arguments: what a completion without a call id is paired by. */
  readonly name: string;
  readonly input: string;
  readonly cwd: string;
  readonly why: string | undefined;
  readonly rule: string | undefined;
  /** The constraint that it breaks. */
  readonly constraint: string | undefined;
  approval: string | undefined;
  /** The newest `call.completed`, where that only stands until the real one comes. */
  provisional: number | undefined;
};

/** A prompt as the log tells it: what a later record may have to correct. */
export type PromptState = {
  readonly seq: number;
  readonly commitment: string;
  readonly bytes: number;
  readonly origin: string;
};

/**
 * What the log says of calls, approvals and prompts: a fold over its records, so that a restart forgets none. Of a run
 * that is closed, and of a call that has its real completion, nothing is kept: a long log has millions.
 */
export class GateState {
  readonly approvals = new ApprovalBook();
  readonly spoken = new SpokenTurns();
  readonly pairs = new PairBooks();
  private readonly runs = new Map<string, OpenCalls>();
  /** The run of each call that is kept, by the call's number. */
  private readonly calls = new Map<number, CallState>();
  private readonly prompts = new Map<string, Map<string, PromptState>>();
  private readonly ends = new Set<string>();
  private readonly failModes = new Map<string, Profile>();

  apply(record: LogRecord): void {
    this.pairs.apply(record);
    switch (record.kind) {
      case 'run.opened':
        this.openRun(record);
        break;
      case 'call.decided':
        this.addCall(record);
        break;
      case 'call.completed':
        this.complete(record);
        break;
      case 'call.paired':
        if (record.data.completed !== undefined) this.finish(record.data.decided);
        break;
      case 'approval.requested':
      case 'approval.answered':
      case 'approval.used':
      case 'approval.cancelled':
        this.approve(record);
        break;
      case 'input.observed':
        this.addPrompt(record);
        break;
      case 'model.exchange':
        this.spoken.apply(record);
        break;
      case 'run.ending':
        this.ends.add(record.run?.id ?? '');
        break;
      case 'run.closed':
        this.forgetRun(record.run?.id ?? '');
        break;
      default:
        break;
    }
  }

  /** The run's calls without a real completion, oldest first. */
  openCalls(run: string): readonly CallState[] {
    return this.runs.get(run)?.list() ?? [];
  }

  /** The call of a `call.decided`, while it is open. */
  callAt(seq: number): CallState | undefined {
    return this.calls.get(seq);
  }

  /** Whether the call may have run: allowed at once, or by an approval that was used. */
  mayRun(call: CallState): boolean {
    if (call.verdict === 'allow') return true;
    if (call.approval !== undefined) return this.approvals.get(call.approval)?.word === 'used';
    // Left to the harness's own prompt.
    return call.verdict === 'ask';
  }

  /** The newest prompt of an agent (undefined: the session's own) in a run. */
  lastPrompt(run: string, agent: string | undefined): PromptState | undefined {
    return this.prompts.get(run)?.get(agent ?? '');
  }

  /** Runs whose session has ended, and which are not closed yet. */
  get ending(): ReadonlySet<string> {
    return this.ends;
  }

  /** What the policy says of the run's calls that can't be judged; undefined where it says nothing. */
  failMode(run: string): Profile | undefined {
    return this.failModes.get(run);
  }

  /** How many calls and approvals are remembered. */
  get size(): number {
    return this.calls.size + this.approvals.size;
  }

  private openRun({ run, data }: LogRecord): void {
    const mode = data.fail_mode as Profile | undefined;
    if (run !== undefined && mode !== undefined) this.failModes.set(run.id, mode);
  }

  private addCall({ seq, run, data }: LogRecord): void {
    if (run === undefined) return;
    const call: CallState = {
      seq,
      run: run.id,
      call: data.call as string | undefined,
      agent: data.agent as string | undefined,
      turn: data.turn as string | undefined,
      tool: data.tool as string,
      background: data.background === true,
      verdict: data.verdict as VerdictWord,
      name: commitmentOf(data.name),
      input: commitmentOf(data.input),
      cwd: commitmentOf(data.cwd),
      why: data.why === undefined ? undefined : commitmentOf(data.why),
      rule: data.rule as string | undefined,
      constraint: data.constraint as string | undefined,
      approval: undefined,
      provisional: undefined,
    };
    let open = this.runs.get(run.id);
    if (open === undefined) {
      open = new OpenCalls((one) => !this.mayRun(one) && !this.approvals.isLive(one.approval));
      this.runs.set(run.id, open);
    }
    this.calls.set(seq, call);
    for (const dropped of open.add(call)) this.calls.delete(dropped.seq);
  }

  private complete({ seq, data }: LogRecord): void {
    const call = this.calls.get(data.decided as number);
    if (call === undefined) return;
    if (data.provisional === true) {
      call.provisional = seq;
      return;
    }
    this.finish(call.seq);
  }

  /** A call has its real completion. */
  private finish(seq: JsonObject[string] | undefined): void {
    const call = this.calls.get(seq as number);
    if (call === undefined) return;
    this.runs.get(call.run)?.delete(call);
    this.calls.delete(call.seq);
  }

  private approve(record: LogRecord): void {
    const { kind, data } = record;
    if (kind !== 'approval.requested') this.approvals.apply(record);
    const call = data.decided === undefined ? undefined : this.calls.get(data.decided as number);
    if (call === undefined) return;
    call.approval = data.approval as string;
    if (kind === 'approval.requested') this.approvals.request(record, call);
  }

  private addPrompt({ seq, run, data }: LogRecord): void {
    if (run === undefined) return;
    const agents = this.prompts.get(run.id) ?? new Map<string, PromptState>();
    this.prompts.set(run.id, agents);
    const agent = (data.agent as string | undefined) ?? '';
    const corrects = data.corrects as number | undefined;
    if (corrects !== undefined && agents.get(agent)?.seq !== corrects) return;
    agents.set(agent, {
      seq: corrects ?? seq,
      commitment: data.commitment as string,
      bytes: data.bytes as number,
      origin: data.origin as string,
    });
  }

  private forgetRun(run: string): void {
    for (const call of this.openCalls(run)) this.calls.delete(call.seq);
    this.runs.delete(run);
    this.prompts.delete(run);
    this.ends.delete(run);
    this.failModes.delete(run);
    this.spoken.forgetRun(run);
    this.approvals.forgetRun(run);
  }
}

function commitmentOf(value: unknown): string {
  return String((value as JsonObject | undefined)?.commitment);
}
