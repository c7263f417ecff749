import { describe, expect, it } from 'vitest';
import type { CallRow, Row, ShownHold } from '../../src/view/api.ts';
import { PrintedRows } from '../../src/view/terminal/printed-rows.ts';
import { SHORT } from '../../src/view/terminal/row-lines.ts';
import { printed, type TextLine } from '../../src/view/terminal/text-line.ts';

const text = (lines: readonly TextLine[]) =>
  lines.map((line) => printed(line, { colour: false, width: undefined })).join('');

const CALL: CallRow = {
  ...{ row: 3, seq: 7, time: '2026-11-30T10:00:00.000Z', depth: 0, kind: 'call', tool: 'Bash', name: 'Bash' },
  ...{
    gist: 'git push',
    input: { text: '{"command":"git push"}', bytes: 22, commitment: 'in' },
    targets: [],
  },
  ...{ said: [], link: 'exact', verdict: 'ask', records: [7], findings: [] },
};
const HOLD = {
  ...{ approval: 'apr-1', seq: 8, time: CALL.time, row: 3, tool: 'Bash', input: CALL.input, until: 0 },
  ...{ state: 'waiting', answers: [], run: 'r' },
} as unknown as ShownHold;

describe('what is told of a row', () => {
  it('is told once', () => {
    const rows = new PrintedRows(SHORT);
    expect(text(rows.take(CALL))).toContain('Bash git push  ASKED');
    expect(rows.take(CALL)).toEqual([]);
    expect(rows.take({ ...CALL, row: 5, records: [7, 9] })).toEqual([]);
  });

  it('tells a hold that comes after the call, with the arguments whole and how to answer', () => {
    const rows = new PrintedRows(SHORT);
    rows.take(CALL);
    const told = text(rows.take({ ...CALL, hold: HOLD }));
    expect(told).toContain('… Bash git push  HELD');
    expect(told).toContain('{"command":"git push"}');
    expect(told).toContain('tracekit approvals approve apr-1');
  });

  it('tells an answer, and then the result, without what was told', () => {
    const rows = new PrintedRows(SHORT);
    rows.take({ ...CALL, hold: HOLD });
    const answers = [
      { answer: 'approved' as const, time: CALL.time, release: false, by: '{"uid":7,"processes":[]}' },
    ];
    const approved: CallRow = { ...CALL, hold: { ...HOLD, state: 'approved', answers } };
    expect(text(rows.take(approved))).toMatch(/approved .* by user 7/);
    const told = text(rows.take({ ...approved, outcome: 'ok', result: { text: 'pushed', bytes: 6 } }));
    expect(told).toContain('pushed');
    expect(told).not.toContain('approved');
  });

  it('repeats no thought that had a row of its own before its call came', () => {
    const rows = new PrintedRows(SHORT);
    const thought = {
      kind: 'thinking',
      seq: 6,
      reasoning: 'full',
      text: { text: 'push it', bytes: 7 },
    } as const;
    const row: Row = { ...thought, row: 2, time: CALL.time, depth: 0 };
    expect(text(rows.take(row))).toContain('push it');
    expect(text(rows.take({ ...CALL, said: [thought] }))).not.toContain('push it');
    expect(text(new PrintedRows(SHORT).take({ ...CALL, said: [thought] }))).toContain('push it');
  });
});
