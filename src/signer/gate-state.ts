import type { JsonObject, LogRecord } from '../model/record.ts';
import type { VerdictWord } from '../model/verdict.ts';

/** A call as the log tells it. `seq` is that of its `call.decided`. */
export type CallState = {
  readonly seq: number;
  readonly run: string;
  readonly call: string | undefined;
  readonly agent: string | undefined;
  readonly verdict: VerdictWord;
  /** Commitments of the tool's name and the arguments: what a completion without a call id is paired by. */
  readonly name: string;
  readonly input: string;
  readonly cwd: string;
  readonly why: string | undefined;
  readonly rule: string | undefined;
  approval: string | undefined;
  /** The newest `call.completed`, and whether it only stands until the real one comes. */
  completed: { readonly seq: number; readonly provisional: boolean } | undefined;
};

export type ApprovalWord = 'waiting' | 'approved' | 'rejected' | 'expired' | 'used' | 'cancelled';

/** An approval as the log tells it. Times in ms since 1970. */
export type ApprovalState = {
  readonly id: string;
  readonly call: CallState;
  readonly requested: number;
  readonly until: number;
  word: ApprovalWord;
  /** When it was last answered. */
  answered: number | undefined;
  /** The wait ran out before the answer: an approval then stands for the next identical call. */
  waitOver: boolean;
};

/** What the log says of calls and approvals: a fold over its records, so that a restart forgets none. */
export class GateState {
  readonly calls = new Map<number, CallState>();
  readonly approvals = new Map<string, ApprovalState>();
  /** Calls of each run that have no completion but a provisional one. */
  private readonly open = new Map<string, Set<CallState>>();

  apply(record: LogRecord): void {
    const { data } = record;
    switch (record.kind) {
      case 'call.decided':
        this.addCall(record);
        break;
      case 'call.completed':
        this.complete(record);
        break;
      case 'approval.requested':
        this.request(record);
        break;
      case 'approval.answered':
        this.answer(data, Date.parse(record.time));
        break;
      case 'approval.used':
        this.setWord(data, 'used');
        break;
      case 'approval.cancelled':
        this.setWord(data, 'cancelled');
        break;
      case 'run.closed':
        this.open.delete(record.run?.id ?? '');
        break;
      default:
        break;
    }
  }

  /** The run's calls without a real completion, oldest first. */
  openCalls(run: string): readonly CallState[] {
    return [...(this.open.get(run) ?? [])];
  }

  private addCall({ seq, run, data }: LogRecord): void {
    if (run === undefined) return;
    const call: CallState = {
      seq,
      run: run.id,
      call: data.call as string | undefined,
      agent: data.agent as string | undefined,
      verdict: data.verdict as VerdictWord,
      name: commitmentOf(data.name),
      input: commitmentOf(data.input),
      cwd: commitmentOf(data.cwd),
      why: data.why === undefined ? undefined : commitmentOf(data.why),
      rule: data.rule as string | undefined,
      approval: undefined,
      completed: undefined,
    };
    this.calls.set(seq, call);
    const open = this.open.get(run.id);
    if (open === undefined) this.open.set(run.id, new Set([call]));
    else open.add(call);
  }

  private complete({ seq, data }: LogRecord): void {
    const call = this.calls.get(data.decided as number);
    if (call === undefined) return;
    call.completed = { seq, provisional: data.provisional === true };
    if (data.provisional === true) return;
    this.open.get(call.run)?.delete(call);
    // Kept while it is open or waits for an answer: a long log has many.
    if (call.approval === undefined) this.calls.delete(call.seq);
  }

  private request({ data, time }: LogRecord): void {
    const call = this.calls.get(data.decided as number);
    if (call === undefined) return;
    const id = data.approval as string;
    call.approval = id;
    this.approvals.set(id, {
      id,
      call,
      requested: Date.parse(time),
      until: data.until as number,
      word: 'waiting',
      answered: undefined,
      waitOver: false,
    });
  }

  /** The gate sets the word before the record is durable, so that no second answer comes in between. */
  private answer(data: JsonObject, time: number): void {
    const approval = this.approvals.get(data.approval as string);
    if (approval === undefined) return;
    approval.word = data.answer as ApprovalWord;
    approval.answered = time;
    if (data.answer === 'expired') approval.waitOver = true;
  }

  private setWord(data: JsonObject, word: ApprovalWord): void {
    const approval = this.approvals.get(data.approval as string);
    if (approval !== undefined) approval.word = word;
  }
}

function commitmentOf(value: unknown): string {
  return String((value as JsonObject | undefined)?.commitment);
}
