import type { Severity } from '../../model/finding.ts';
import type { Committed, LogRecord } from '../../model/record.ts';
import type { Row, RowPage } from '../api.ts';
import { callRow } from './call-row.ts';
import { heldConstraint } from './constraint-row.ts';
import type { Entry, PartAt, SaidEntry } from './entry.ts';
import { excerptOf, type RowSource } from './excerpt.ts';
import { gapText, noteText } from './gap-text.ts';
import { saidOf } from './parts.ts';
import { promptExcerpt } from './prompt-text.ts';
import type { RunFold } from './run-fold.ts';

/** What the analyzer found, by the rows that it is about. */
export type RowFindings = ReadonlyMap<number, readonly string[]>;

/** What rows are made from. */
export type RowMaking = {
  readonly fold: RunFold;
  readonly source: RowSource;
  /** Fingerprints of findings by row. */
  readonly findings: RowFindings;
};

const MAX_ROWS = 500;
const PROMPT = 8_000;
const SAID = 4_000;

/** Rows `from` up to `from + count`, at most 500. Opens the contents of these rows, and of no others. */
export function rowsOf(making: RowMaking, from: number, count: number): RowPage {
  const { order } = making.fold;
  const first = Math.max(0, Math.min(from, order.total));
  const entries = order.slice(first, first + Math.max(0, Math.min(count, MAX_ROWS)));
  return {
    from: first,
    total: order.total,
    rows: entries.map((entry, i) => rowOf(making, entry, first + i)),
  };
}

/** One row. What cannot be read of it is said in its place. */
export function rowOf(making: RowMaking, entry: Entry, row: number): Row {
  const { fold, source } = making;
  const record = source.record(entry.seq);
  const base = {
    row,
    seq: entry.seq,
    time: record?.time ?? '',
    ...(typeof record?.data.at === 'number' ? { told: record.data.at } : {}),
    depth: fold.depthOf(entry.agent),
    ...(entry.agent === undefined ? {} : { agent: entry.agent }),
    ...(entry.copy ? { copy: true as const } : {}),
  };
  if (record === undefined)
    return { ...base, kind: 'note', text: 'this record cannot be read; run: tracekit verify' };
  switch (entry.kind) {
    case 'call':
      return callRow(making, entry, base);
    case 'prompt':
      return {
        ...base,
        kind: 'prompt',
        origin: entry.origin,
        text: promptExcerpt(source, entry, PROMPT),
        findings: making.findings.get(row) ?? [],
      };
    case 'thinking':
    case 'text': {
      const { reasoning, text } = saidOf(source, partAt(entry)) ?? NOTHING_SAID;
      return { ...base, kind: entry.kind, reasoning, text };
    }
    case 'constraint':
      return constraintRow(making, record, base);
    default:
      return plainRow(making, record, { ...base, kind: entry.kind });
  }
}

type RowBase = { readonly row: number; readonly seq: number; readonly time: string; readonly depth: number };

function plainRow(
  { source }: RowMaking,
  record: LogRecord,
  base: RowBase & { readonly kind: 'gap' | 'finding' | 'child' | 'note' },
): Row {
  const { data } = record;
  switch (base.kind) {
    case 'gap':
      return { ...base, kind: 'gap', why: String(data.gap), text: gapText(record) };
    case 'finding': {
      const { text } = excerptOf(source, data.text as unknown as Committed, { form: 'text', most: SAID });
      return { ...base, kind: 'finding', rule: String(data.rule), severity: data.severity as Severity, text };
    }
    case 'child': {
      const run = data.run === undefined ? {} : { run: String(data.run) };
      return { ...base, kind: 'child', ...run, text: `subagent ${String(data.agent)}` };
    }
    default:
      return { ...base, kind: 'note', text: noteText(record) };
  }
}

function constraintRow({ fold, source }: RowMaking, record: LogRecord, base: RowBase): Row {
  const { data, kind } = record;
  if (kind === 'constraint.refused')
    return {
      ...base,
      kind: 'note',
      text: `a constraint (${String(data.kind)}) was not held: there are too many`,
    };
  const known = fold.constraints.held.get(data.constraint as string);
  if (known === undefined)
    return { ...base, kind: 'note', text: `constraint ${String(data.constraint)} is released` };
  // The row of how it was held says how it was then.
  const then = kind === 'constraint.held' ? { held: known.held } : known;
  return { ...base, kind: 'constraint', held: heldConstraint(source, then) };
}

const NOTHING_SAID = { reasoning: 'none', text: { text: '', bytes: 0 } } as const;

function partAt({ seq, sub }: SaidEntry): PartAt {
  return { seq, part: sub };
}
