import type { Committed } from '../../model/record.ts';
import type { ShownHold } from '../api.ts';
import { calledOf } from './called.ts';
import type { ApprovalEntry, CallEntry } from './entry.ts';
import { excerptOf, type RowSource } from './excerpt.ts';

/** A person judges by the arguments: they are shown in full as far as a page can. */
const HELD_INPUT = 64_000;

/** A call that a person was asked about, and who answered what. */
export function shownHold(
  source: RowSource,
  {
    entry,
    approval,
    row,
  }: { readonly entry: CallEntry; readonly approval: ApprovalEntry; readonly row: number },
): ShownHold {
  const requested = source.record(approval.requested);
  const decision = entry.decided === undefined ? undefined : source.record(entry.decided);
  const { name, cwd } = calledOf(source, { entry, decision, asked: undefined });
  const { rule, constraint } = requested?.data ?? {};
  const input = excerptOf(source, decision?.data.input as unknown as Committed | undefined, {
    form: 'raw',
    most: HELD_INPUT,
  });
  const why = decision?.data.why as unknown as Committed | undefined;
  return {
    ...{ approval: approval.id, seq: approval.requested, time: requested?.time ?? '', row },
    ...{ tool: name, input, until: approval.until, state: approval.state },
    answers: approval.answers.flatMap((seq) => answerOf(source, seq) ?? []),
    ...(entry.decided === undefined ? {} : { decided: entry.decided }),
    ...(requested?.run === undefined ? {} : { run: requested.run.id }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(rule === undefined ? {} : { rule: String(rule) }),
    ...(constraint === undefined ? {} : { constraint: String(constraint) }),
    ...(why === undefined ? {} : { why: excerptOf(source, why, { form: 'text', most: 2_000 }).text }),
  };
}

function answerOf(source: RowSource, seq: number): ShownHold['answers'][number] | undefined {
  const record = source.record(seq);
  if (record === undefined) return undefined;
  const { answer, by, reason, release } = record.data;
  const text = (content: unknown) =>
    excerptOf(source, content as Committed, { form: 'text', most: 2_000 }).text;
  return {
    answer: answer as ShownHold['answers'][number]['answer'],
    time: record.time,
    release: release === true,
    ...(by === undefined ? {} : { by: text(by) }),
    ...(reason === undefined ? {} : { reason: text(reason) }),
  };
}
