import type { LogRecord } from '../model/record.ts';
import type { CallState } from './gate-state.ts';

export type ApprovalWord = 'waiting' | 'approved' | 'rejected' | 'expired' | 'used' | 'cancelled';

/** An approval as the log tells it. Times in ms since 1970. */
export type ApprovalState = {
  readonly id: string;
  readonly call: CallState;
  readonly requested: number;
  readonly until: number;
  /** The gate sets it before the record is durable, so that no second answer comes in between. */
  word: ApprovalWord;
  /** When it was last answered. */
  answered: number | undefined;
  /** The wait ran out before the answer: an approval then stands for the next identical call. */
  waitOver: boolean;
};

/** So many approvals that are done with are remembered, for whoever asks what became of them. */
export const MAX_DONE = 200;

/** The approvals of runs that are open. */
export class ApprovalBook {
  private readonly approvals = new Map<string, ApprovalState>();
  /** Ids of those that are done with, the oldest first. */
  private readonly done = new Set<string>();

  get size(): number {
    return this.approvals.size;
  }

  get(id: string): ApprovalState | undefined {
    return this.approvals.get(id);
  }

  values(): IterableIterator<ApprovalState> {
    return this.approvals.values();
  }

  /** Whether something may still come of it: an answer, or its use. */
  isLive(id: string | undefined): boolean {
    const word = id === undefined ? undefined : this.approvals.get(id)?.word;
    return word === 'waiting' || word === 'approved' || word === 'expired';
  }

  request({ data, time }: LogRecord, call: CallState): void {
    const id = data.approval as string;
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

  /** Takes in `approval.answered`, `.used` and `.cancelled`. */
  apply({ kind, data, time }: LogRecord): void {
    const approval = this.approvals.get(data.approval as string);
    if (approval === undefined) return;
    if (kind === 'approval.answered') {
      approval.word = data.answer as ApprovalWord;
      approval.answered = Date.parse(time);
      if (data.answer === 'expired') approval.waitOver = true;
    } else approval.word = kind === 'approval.used' ? 'used' : 'cancelled';
    if (!this.isLive(approval.id)) this.finish(approval.id);
  }

  /** A run that is closed has no next call: what stood for one stands for none. */
  forgetRun(run: string): void {
    for (const { id, call } of [...this.approvals.values()]) {
      if (call.run !== run) continue;
      this.approvals.delete(id);
      this.done.delete(id);
    }
  }

  private finish(id: string): void {
    this.done.add(id);
    for (const oldest of this.done) {
      if (this.done.size <= MAX_DONE) return;
      this.done.delete(oldest);
      this.approvals.delete(oldest);
    }
  }
}
