import type { ResultPart } from '../../analyze/timeline/transcript.ts';
import type { Committed, LogRecord } from '../../model/record.ts';
import type { CallRow, Excerpt } from '../api.ts';
import { askedPart, calledOf } from './called.ts';
import type { CallEntry } from './entry.ts';
import { excerptOf, type RowSource } from './excerpt.ts';
import { shownHold } from './hold-row.ts';
import { partOf, saidOf } from './parts.ts';
import type { RowMaking } from './run-rows.ts';

const RESULT = 2_000;
const REASON = 2_000;

type Base = Omit<CallRow, keyof Called | 'kind'>;
type Called = Omit<CallRow, 'row' | 'seq' | 'time' | 'agent' | 'depth' | 'copy'>;

/** A call as gate, transcript and completion together tell of it. */
export function callRow(making: RowMaking, entry: CallEntry, base: Base): CallRow {
  const { source } = making;
  const decision = entry.decided === undefined ? undefined : source.record(entry.decided);
  const asked = askedPart(source, entry);
  const call = calledOf(source, { entry, decision, asked });
  const result = resultOf(source, entry);
  const approval = entry.approvals.at(-1);
  return {
    ...base,
    kind: 'call',
    tool: entry.tool,
    ...call,
    ...judgement(source, decision),
    said: entry.said.flatMap((at) => saidOf(source, at) ?? []),
    link: entry.basis,
    records: [...new Set(entry.records)].sort((a, b) => a - b),
    findings: making.findings.get(base.row) ?? [],
    ...(entry.id === undefined ? {} : { call: entry.id }),
    ...(approval === undefined ? {} : { hold: shownHold(source, { entry, approval, row: base.row }) }),
    ...(entry.outcome === undefined ? {} : { outcome: entry.outcome }),
    ...(entry.provisional && entry.results.length === 0 ? { provisional: true } : {}),
    ...(result === undefined ? {} : { result }),
    ...tookOf(source, decision, entry.completed),
  };
}

function judgement(source: RowSource, decision: LogRecord | undefined): Partial<CallRow> {
  if (decision === undefined) return {};
  const { verdict, rule, constraint, why } = decision.data;
  return {
    verdict: verdict as NonNullable<CallRow['verdict']>,
    ...(rule === undefined ? {} : { rule: String(rule) }),
    ...(constraint === undefined ? {} : { constraint: String(constraint) }),
    ...(why === undefined
      ? {}
      : { why: excerptOf(source, why as unknown as Committed, { form: 'text', most: REASON }).text }),
  };
}

/** What the model got, else what the hook was told. */
function resultOf(source: RowSource, { results, completed }: CallEntry): Excerpt | undefined {
  const said = results
    .map((at) => partOf(source, at))
    .findLast((part): part is ResultPart => part?.kind === 'result' && part.body !== undefined);
  const { data } = (completed === undefined ? undefined : source.record(completed)) ?? {};
  const content = said?.body ?? (data?.result as unknown as Committed | undefined);
  return content === undefined ? undefined : excerptOf(source, content, { form: 'json', most: RESULT });
}

function tookOf(source: RowSource, decision: LogRecord | undefined, completed: number | undefined) {
  const end = completed === undefined ? undefined : source.record(completed);
  if (decision === undefined || end === undefined || end.data.provisional === true) return {};
  return { took: Math.max(0, Date.parse(end.time) - Date.parse(decision.time)) };
}
