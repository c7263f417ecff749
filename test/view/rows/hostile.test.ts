import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import type { JsonObject } from '../../../src/model/record.ts';
import { contentPiece } from '../../../src/view/content-piece.ts';
import { contentsOf } from '../../../src/view/contents-of.ts';
import { comparingIn } from '../../../src/view/rows/comparing.ts';
import { marksOf } from '../../../src/view/rows/marks.ts';
import { reviewOf, rowFindings } from '../../../src/view/rows/review.ts';
import { RunFold } from '../../../src/view/rows/run-fold.ts';
import { type RowMaking, rowsOf } from '../../../src/view/rows/run-rows.ts';
import { foldedSummary } from '../../../src/view/rows/summary.ts';
import { MadeRecords } from './made-records.ts';

const MARK = 'hostile-mark';

/** What agents, files and tools can say. */
const PAYLOADS: readonly (readonly [string, string])[] = [
  ['HTML', `${MARK}<img src=x onerror=alert(1)><script>alert(1)</script>`],
  ['a link', `${MARK} javascript:alert(1)`],
  ['bidirectional marks', `${MARK}\u202e\u2066\u200b\ufeff`],
  ['ANSI and OSC', `${MARK}\u001b[31m\u001b]8;;http://x\u0007\u001b]52;c;eA==\u0007`],
  ['NUL', `${MARK}\u0000\u0000`],
  ['a word of a million characters', MARK + 'w'.repeat(1_000_000)],
  ['10,000 nested arrays', `${'['.repeat(10_000)}"${MARK}"${']'.repeat(10_000)}`],
  ['a prototype', `{"__proto__":{"polluted":"${MARK}"},"constructor":"${MARK}"}`],
  ['half a surrogate pair', `${MARK}\ud800`],
  ['a template', `${MARK}\${alert(1)}{{alert(1)}}`],
];

/**
 * Every place of what the page is given at which foreign text can stand; whoever shows one of them makes it inert. A field
 * that is new and missing here fails the test.
 */
const SINKS: readonly string[] = [
  'constraint.held.except.text',
  'constraint.held.targets.text',
  'constraint.held.words.text',
  'call.cwd',
  'call.gist',
  'call.hold.answers.by',
  'call.hold.answers.reason',
  'call.hold.cwd',
  'call.hold.input.text',
  'call.hold.tool',
  'call.hold.why',
  'call.input.text',
  'call.name',
  'call.result.text',
  'call.said.text.text',
  'call.targets',
  'call.why',
  'finding.text',
  'prompt.text.text',
  'review.constraints.except.text',
  'review.constraints.targets.text',
  'review.constraints.words.text',
  'review.findings.text',
  'review.holds.answers.by',
  'review.holds.answers.reason',
  'review.holds.cwd',
  'review.holds.input.text',
  'review.holds.tool',
  'review.holds.why',
  'review.notRun.why',
  'review.summary.project',
  'review.summary.title',
  'text.text.text',
  'thinking.text.text',
];

/** No text that is shown at once is longer. */
const LONGEST = 64_000;

describe('foreign text', () => {
  it.each(PAYLOADS)('of %s stands in known fields, cut, and as text', (_what, payload) => {
    const { making, made, findings } = hostileRun(payload);
    const found = new Set<string>();
    const rows = rowsOf(making, 0, 500).rows;
    for (const row of rows) collect(row, row.kind, found);
    const summary = { ...foldedSummary(making, made.records[0]), live: true, integrity: 'ok' as const };
    collect(reviewOf(making, { summary, analysis: 'done', findings, verdicts: [] }), 'review', found);
    collect(marksOf(making.fold, making.findings), 'marks', found);
    expect([...found].filter((path) => !SINKS.includes(path))).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('of plain words reaches each of these fields', () => {
    const { making, made, findings } = hostileRun(MARK);
    const found = new Set<string>();
    for (const row of rowsOf(making, 0, 500).rows) collect(row, row.kind, found);
    const summary = { ...foldedSummary(making, made.records[0]), live: true, integrity: 'ok' as const };
    collect(reviewOf(making, { summary, analysis: 'done', findings, verdicts: [] }), 'review', found);
    expect([...found].sort()).toEqual([...SINKS].sort());
  });

  it.each(PAYLOADS)('of %s is given piece by piece, to its end', (_what, payload) => {
    const { made } = hostileRun(payload);
    for (const record of made.records) {
      for (const { commitment } of contentsOf(record)) {
        let text = '';
        for (let more = true; more; ) {
          const piece = contentPiece(made.source, { seq: record.seq, commitment, from: text.length });
          text += piece.text;
          more = piece.cut === true;
          expect(piece.text.length).toBeLessThanOrEqual(1 << 18);
        }
        if (text.includes(MARK)) expect(text.length).toBeGreaterThanOrEqual(payload.length - 2);
      }
    }
  });

  it('of bytes that are no UTF-8 is shown with marks in their place', () => {
    const made = new MadeRecords();
    made.open();
    made.add(
      'input.observed',
      { ...made.commit(Uint8Array.of(0x41, 0xff, 0xfe, 0x42)), origin: 'person' },
      'claude-code:UserPromptSubmit',
    );
    const [row] = rowsOf(makingOf(made, []), 0, 10).rows;
    expect(row).toMatchObject({ kind: 'prompt', text: { text: 'A\ufffd\ufffdB', bytes: 4 } });
  });

  it('of a content that is gone says so', () => {
    const { making, made } = hostileRun(MARK);
    made.contents.clear();
    for (const row of rowsOf(making, 0, 500).rows) {
      if (row.kind === 'prompt' || row.kind === 'text')
        expect(row.text).toMatchObject({ text: '', closed: 'erased' });
      if (row.kind === 'call') expect(row.input).toMatchObject({ text: '', closed: 'erased' });
    }
  });
});

/** Where the mark stands, by the names on the way. */
function collect(value: unknown, path: string, found: Set<string>): void {
  if (typeof value === 'string') {
    expect([path, value.length <= LONGEST]).toEqual([path, true]);
    if (value.includes(MARK)) found.add(path);
  } else if (Array.isArray(value)) for (const one of value) collect(one, path, found);
  else if (value !== null && typeof value === 'object')
    for (const [key, one] of Object.entries(value)) collect(one, `${path}.${key}`, found);
}

/** A run in which everything that can be foreign is. */
function hostileRun(payload: string) {
  const made = new MadeRecords();
  const text = (): JsonObject => made.commit(payload);
  const json = (): JsonObject =>
    made.commit(payload.startsWith('[') || payload.startsWith('{') ? payload : JSON.stringify(payload));
  made.add('run.opened', {
    ...{ harness: 'claude-code', session: 's1', part: 0, mode: 'hooks', key: made.commit('key') },
    project: text(),
  });
  made.add('transcript.opened', {
    ...{ transcript: 0, generation: 0, role: 'main', line: 0, offset: 0, chain: 'ab'.repeat(32) },
    ...{ path: text(), file: text() },
  });
  const prompt = made.add(
    'input.observed',
    { ...made.commit(payload), origin: 'person' },
    'claude-code:UserPromptSubmit',
  );
  made.add('constraint.held', {
    ...{ constraint: 'c1', kind: 'no_delete', enforce: 'live', prompt },
    ...{ targets: [text()], except: [text()], words: text(), cwd: text() },
  });
  made.exchange(1, {
    role: 'assistant',
    reasoning: 'full',
    parts: [{ kind: 'thinking', state: 'full', body: json() }],
  });
  made.exchange(2, { role: 'assistant', parts: [{ kind: 'text', body: json() }] });
  made.exchange(3, {
    role: 'assistant',
    parts: [
      {
        kind: 'call',
        call: 'id1',
        tool: 'Bash',
        name: json(),
        input: json(),
        link: { basis: 'exact', lines: [1, 2] },
      },
    ],
  });
  const decided = made.add('call.decided', {
    ...{ tool: 'Bash', verdict: 'ask', call: 'id1', name: text(), input: json(), cwd: text(), why: text() },
    ...{ targets: [text()], rule: 'policy/ask' },
  });
  made.add('approval.requested', { approval: 'apr-000000000001', decided, until: 1_800_000_000_000 });
  made.add('approval.answered', {
    approval: 'apr-000000000001',
    answer: 'approved',
    by: text(),
    reason: text(),
  });
  made.exchange(4, {
    role: 'tool',
    parts: [{ kind: 'result', call: 'id1', outcome: 'ok', body: json(), detail: json() }],
  });
  made.add('call.completed', { outcome: 'ok', decided, result: json() });
  made.exchange(5, {
    role: 'assistant',
    reasoning: 'full',
    parts: [{ kind: 'thinking', state: 'full', body: json() }],
  });
  made.exchange(6, { role: 'assistant', parts: [{ kind: 'text', body: json() }] });
  made.add(
    'finding',
    {
      ...{ rule: 'TK-R001', severity: 'high', fingerprint: 'cd'.repeat(32), text: text() },
      ...{
        cites: [{ seq: decided, leaf: 'ab'.repeat(32) }],
        run: '0123456789abcdef',
        late: { seq: 0, prev: '00'.repeat(32) },
      },
    },
    'analyzer',
  );
  made.add('gap', { gap: 'transcript_rewritten', assurance: 'dev', transcript: 0, line: 3, path: text() });
  const cites = [{ kind: 'record' as const, seq: decided, leaf: 'ab'.repeat(32) }];
  // The analyzer quotes at most 120 characters.
  const quoted = payload.slice(0, 120).includes(MARK) ? payload.slice(0, 120) : MARK;
  const findings: readonly Finding[] = [
    { rule: 'TK-R001', severity: 'high', run: 'x', text: quoted, cites, fingerprint: 'ef'.repeat(32) },
    {
      rule: 'TK-R002',
      kind: 'could_not_run',
      severity: 'info',
      run: 'x',
      text: quoted,
      cites,
      fingerprint: '01'.repeat(32),
    },
  ];
  return { made, findings, making: makingOf(made, findings) };
}

function makingOf(made: MadeRecords, findings: readonly Finding[]): RowMaking {
  const fold = new RunFold();
  for (const record of made.records) fold.take(record);
  fold.settle(comparingIn(made.source));
  return { fold, source: made.source, findings: rowFindings(fold, findings) };
}
