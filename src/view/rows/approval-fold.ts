import type { LogRecord } from '../../model/record.ts';
import type { ApprovalEntry, CallEntry } from './entry.ts';

/** What became of each question that a person was asked. */
export class ApprovalFold {
  readonly all = new Map<string, { readonly approval: ApprovalEntry; readonly call: CallEntry }>();

  /** Gives the call that the record is about, undefined where it is of none that is known. */
  take(
    { kind, seq, data }: LogRecord,
    callOf: (seq: unknown) => CallEntry | undefined,
  ): CallEntry | undefined {
    const id = data.approval as string;
    if (kind === 'approval.requested') {
      const call = callOf(data.decided);
      if (call === undefined) return undefined;
      const approval: ApprovalEntry = {
        ...{ id, requested: seq, until: data.until as number, answers: [], state: 'waiting' },
      };
      call.approvals.push(approval);
      this.all.set(id, { approval, call });
      return call;
    }
    const known = this.all.get(id);
    if (known === undefined) return undefined;
    const { approval } = known;
    if (kind === 'approval.cancelled') approval.state = 'cancelled';
    else if (kind === 'approval.answered') {
      approval.answers.push(seq);
      approval.state = data.answer as ApprovalEntry['state'];
    } else {
      // A later, identical call than the one that it was asked for.
      const other = callOf(data.decided);
      if (other !== undefined && !other.approvals.includes(approval)) other.approvals.push(approval);
    }
    return known.call;
  }
}
