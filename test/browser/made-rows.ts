import type { CallRow, Marks, Row, RowPage, RunSummary } from '../../src/view/api.ts';

export const RUN = '0123456789abcdef';
const START = Date.parse('2026-01-02T03:04:05.000Z');

/** The time of a row: one each second. */
export function timeOf(row: number): string {
  return new Date(START + row * 1_000).toISOString();
}

export function summaryOf(part: Partial<RunSummary> = {}): RunSummary {
  return {
    ...{ run: RUN, harness: 'claude-code', session: 'one-session', part: 0, mode: 'hooks' },
    ...{ opened: timeOf(0), last: timeOf(60), live: false, records: 100, calls: 50 },
    ...{ decided: 50, held: 0, waiting: 0, denied: 0, gaps: 0, integrity: 'ok' },
    ...{ title: 'Make the tests pass', project: '/home/dev/project' },
    ...part,
  } as RunSummary;
}

export function callOf(row: number, part: Partial<CallRow> = {}): CallRow {
  return {
    ...{ kind: 'call', row, seq: row, time: timeOf(row), depth: 0, call: `call-${row}` },
    ...{
      tool: 'Bash',
      name: 'Bash',
      gist: `echo ${row}`,
      input: { text: `{"command":"echo ${row}"}`, bytes: 20 },
    },
    ...{ targets: [], said: [], link: 'none', verdict: 'allow', outcome: 'ok', records: [row], findings: [] },
    // Rows of different heights, as in life.
    result: { text: `line\n`.repeat(row % 7), bytes: 5 * (row % 7) },
    ...part,
  } as CallRow;
}

/** A row of a made run: mostly calls; each hundredth is a prompt, each 250th is denied, each 1,000th a gap. */
export function rowOf(row: number): Row {
  const base = { row, seq: row, time: timeOf(row), depth: 0 };
  if (row % 1_000 === 999) return { ...base, kind: 'gap', why: 'tailer_lost', text: `gap ${row}` };
  if (row % 100 === 0)
    return {
      ...{ ...base, kind: 'prompt', origin: 'person', findings: [] },
      text: { text: `prompt ${row}`, bytes: 10 },
    } as Row;
  return callOf(row, row % 250 === 1 ? { verdict: 'deny' } : {});
}

export function pageOf(total: number, from: number, count: number, make = rowOf): RowPage {
  const rows = Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, i) => make(from + i));
  return { from, total, rows };
}

export function marksOf(total: number): Marks {
  const width = Math.ceil((total * 1_000) / 400);
  const each = (step: number, first: number) =>
    Array.from({ length: Math.min(20_000, Math.ceil((total - first) / step)) }, (_, i) => ({
      row: first + i * step,
      ms: (first + i * step) * 1_000,
    })).filter(({ row }) => row < total);
  const stretches = Math.max(1, Math.ceil((total * 1_000) / width));
  return {
    ...{ total, clock: 'log' as const, start: timeOf(0), width },
    counts: Array.from(
      { length: stretches },
      (_, i) =>
        Math.min(total, Math.ceil(((i + 1) * width) / 1_000)) -
        Math.min(total, Math.ceil((i * width) / 1_000)),
    ),
    ...{ denied: each(250, 1), held: [], findings: [], gaps: each(1_000, 999), prompts: each(100, 0) },
  };
}
