import { describe, expect, it } from 'vitest';
import type { CallRow, Excerpt, Review, Row, ShownHold } from '../../src/view/api.ts';
import { PrintedRows } from '../../src/view/terminal/printed-rows.ts';
import { headLines, tailLines } from '../../src/view/terminal/review-lines.ts';
import { FULL, rowLines, SHORT } from '../../src/view/terminal/row-lines.ts';
import { printed, type TextLine } from '../../src/view/terminal/text-line.ts';

/** What a terminal would act on, or hide. */
const HOSTILE: Readonly<Record<string, string>> = {
  'an SGR sequence': '\u001b[2J\u001b[31mred',
  'an OSC 8 link': '\u001b]8;;https://evil.test\u0007click\u001b]8;;\u0007',
  'an OSC 52 clipboard write': '\u001b]52;c;ZXZpbA==\u0007',
  'a C1 control': '\u009b31mred',
  'a carriage return': 'allowed\rDENIED',
  'a backspace': 'abc\b\b\bxyz',
  'a bidirectional override': 'file\u202egnp.exe',
  'zero-width marks': 'pay\u200bpal\u2060\ufeff',
  'a line separator': 'one\u2028two\u2029three',
  'a lone surrogate': 'half \ud800 pair',
  'a tag': 'x\u{e0041}\u{e007f}',
};
/** Controls but the newline, C1, marks, separators, surrogates alone, tags. */
const RAW =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ud800-\udfff]|[\u{e0000}-\u{e007f}]/u;

const excerpt = (text: string): Excerpt => ({ text, bytes: text.length });

function holdOf(text: string): ShownHold {
  return {
    ...{ approval: text, seq: 1, time: text, row: 0, tool: text, input: excerpt(text), cwd: text, run: text },
    ...{ rule: text, constraint: text, why: text, until: Number.NaN, state: 'waiting' },
    answers: [{ answer: 'approved', time: text, by: text, reason: text, release: true }],
  } as ShownHold;
}

function rowsOf(text: string): readonly Row[] {
  const base = { row: 1, seq: 1, time: text, agent: text, depth: 1, copy: true as const };
  const held = {
    ...{
      constraint: text,
      kind: text,
      targets: [excerpt(text)],
      except: [excerpt(text)],
      words: excerpt(text),
    },
    ...{ prompt: 1, enforce: 'live' as const, by: text, at: 1, state: 'held' as const },
  };
  const call: CallRow = {
    ...{ ...base, kind: 'call', call: text, tool: text, name: text, gist: text, input: excerpt(text) },
    ...{
      targets: [text],
      cwd: text,
      link: 'exact',
      verdict: 'deny',
      rule: text,
      constraint: text,
      why: text,
    },
    ...{ outcome: 'error', result: excerpt(text), records: [1], findings: [text], hold: holdOf(text) },
    said: [{ kind: 'thinking', seq: 1, reasoning: 'full', text: excerpt(text) }],
  };
  return [
    call,
    { ...base, kind: 'prompt', origin: 'person', text: excerpt(text), findings: [text] },
    { ...base, kind: 'thinking', reasoning: 'summary', text: excerpt(text) },
    { ...base, kind: 'text', reasoning: 'none', text: excerpt(text) },
    { ...base, kind: 'gap', why: text, text },
    { ...base, kind: 'constraint', held },
    { ...base, kind: 'finding', rule: text, severity: 'high', text },
    { ...base, kind: 'child', run: text, text },
    { ...base, kind: 'note', text },
  ];
}

function reviewOf(text: string): Review {
  const [, , , , , constraint] = rowsOf(text);
  return {
    summary: {
      ...{ run: text, harness: 'codex', session: text, part: 0, mode: 'hooks', project: text, title: text },
      ...{ opened: text, last: text, live: true, records: 1, calls: 1, decided: 1, held: 1, waiting: 1 },
      ...{ denied: 1, gaps: 1, integrity: 'ok', from: { run: text, why: 'fork' } },
    },
    constraints: constraint?.kind === 'constraint' ? [constraint.held] : [],
    findings: [
      {
        rule: text,
        kind: text,
        severity: 'high',
        text,
        cites: [{ seq: 1, leaf: text }],
        fingerprint: text,
        signed: false,
      },
    ],
    notRun: [{ rule: text, why: text }],
    analysis: 'done',
    gaps: [{ seq: 1, time: text, why: text, text, row: 1 }],
    holds: [holdOf(text)],
    coverage: {
      ...{ told: 1, decided: 1, undecided: 0, links: { exact: 1, ordered: 0, none: 0 } },
      ...{ reasoning: { full: 1, summary: 0, sealed: 0, none: 0 }, lines: 1, unparsed: 0 },
    },
    verdicts: [{ question: 'integrity', word: text, standing: 'failed', basis: [text], warnings: [text] }],
    versions: [text],
    children: [],
  };
}

const plain = { colour: false, width: 60 };
const print = (lines: readonly TextLine[]) => lines.map((line) => printed(line, plain)).join('');

describe.each(Object.entries(HOSTILE))('%s', (_, text) => {
  it('reaches no terminal from any field of a row', () => {
    for (const row of rowsOf(text)) {
      for (const telling of [SHORT, FULL]) {
        const out = print(rowLines(row, telling));
        expect(out, row.kind).not.toMatch(RAW);
        expect(out.length, row.kind).toBeGreaterThan(10);
      }
    }
  });

  it('reaches none from a review', () => {
    const out = print([...headLines(reviewOf(text)), ...tailLines(reviewOf(text))]);
    expect(out).not.toMatch(RAW);
  });

  it('reaches none from what changes of a row', () => {
    const rows = new PrintedRows(SHORT);
    const [call] = rowsOf(text);
    expect(call?.kind).toBe('call');
    if (call?.kind !== 'call') return;
    const { verdict: _verdict, result: _result, ...before } = call;
    rows.take(before as CallRow);
    const out = print(rows.take(call));
    expect(out).not.toMatch(RAW);
    expect(out.length).toBeGreaterThan(10);
  });
});

describe('a line', () => {
  it('holds its own colours and nothing else that a terminal acts on', () => {
    const out = printed(
      { indent: 0, pieces: [['bad', 'DENIED \u001b[0m'], 'x'] },
      { colour: true, width: 40 },
    );
    const control = String.fromCharCode(27);
    expect(out.split(control).join('ESC')).toBe('ESC[1mESC[31mDENIED \\u{1b}[0mESC[39mESC[22mx\n');
  });

  it.each([20, 33, 60])('is no wider than %d columns, whatever is in it', (width) => {
    const words = ['w'.repeat(1_000_000), 'short', ' ', 'x'.repeat(59), '日本', ''];
    for (const first of words)
      for (const second of words) {
        const out = printed(
          { indent: 8, pieces: [['strong', first], ` ${second}`] },
          { colour: false, width },
        );
        const most = Math.max(...out.split('\n').map(({ length }) => length));
        expect(most).toBeLessThanOrEqual(Math.max(width, 8 + 2 + 20));
      }
  });

  it('keeps every character of what it wraps', () => {
    const text = `a${'b'.repeat(70)} c d ${'e'.repeat(10)}`;
    const out = printed({ indent: 2, pieces: [text] }, { colour: false, width: 30 });
    expect(out.replaceAll(/\s/g, '')).toBe(text.replaceAll(' ', ''));
  });
});

describe('texts', () => {
  it('that nest or never end are shown in bounded lines', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    const long = 'line\n'.repeat(100_000);
    const [call] = rowsOf(deep);
    expect(rowLines(call!, SHORT).length).toBeLessThan(40);
    const [, prompt] = rowsOf(long);
    expect(rowLines(prompt!, SHORT).length).toBeLessThan(20);
  });
});
