import type { Review, Row, ViewSource } from '../../src/view/api.ts';
import { madeProof } from './made-proof.ts';
import { callOf, marksOf, RUN, summaryOf, timeOf } from './made-rows.ts';
import { madeSource, reviewOf } from './made-source.ts';

/** A word of a union, or something that only ever comes from the log's own numbers: the schema lets nothing else there. */
const OURS = new Set([
  ...[
    'kind',
    'harness',
    'mode',
    'why',
    'integrity',
    'severity',
    'state',
    'enforce',
    'how',
    'closed',
    'answer',
  ],
  ...[
    'reasoning',
    'link',
    'verdict',
    'outcome',
    'origin',
    'analysis',
    'standing',
    'question',
    'clock',
    'trust',
  ],
  ...['opened', 'last', 'time', 'start', 'commitment', 'fingerprint', 'approval', 'leaf'],
]);

/** The value with every foreign string in it replaced by `text`. `why` is a union in `from`, and foreign elsewhere. */
export function poisoned<T>(value: T, text: string): T {
  return poison(value, text, '') as T;
}

function poison(value: unknown, text: string, key: string): unknown {
  if (typeof value === 'string') return OURS.has(key) ? value : text;
  if (Array.isArray(value)) return value.map((item) => poison(item, text, key));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [name, poison(of, text, nameOf(name, value))]),
  );
}

function nameOf(name: string, within: object): string {
  return name === 'why' && !('run' in within) ? 'words' : name;
}

const EXCERPT = { text: 'x', bytes: 9_000, cut: true as const, commitment: 'c0'.repeat(32) };
const HOLD = {
  ...{ approval: 'approval-1', run: RUN, seq: 7, decided: 6, time: timeOf(7), row: 1, tool: 'x' },
  input: { text: 'x', bytes: 1 },
  ...{
    cwd: 'x',
    rule: 'x',
    constraint: 'x',
    why: 'x',
    until: Date.now() + 600_000,
    state: 'waiting' as const,
  },
  answers: [{ answer: 'rejected' as const, time: timeOf(8), by: 'x', reason: 'x', release: true }],
};
const HELD = {
  ...{ constraint: 'x', kind: 'no_push', targets: [EXCERPT], except: [EXCERPT], words: EXCERPT, prompt: 1 },
  ...{ enforce: 'live' as const, by: 'x', at: 2, state: 'released' as const },
  released: { at: 3, how: 'prompt' as const },
};

/** One row of each kind, each of its fields there. */
const ROWS: readonly Row[] = [
  callOf(0, {
    ...{ agent: 'x', depth: 2, copy: true, cwd: 'x', rule: 'x', constraint: 'x', why: 'x', targets: ['x'] },
    said: [
      { kind: 'thinking', seq: 1, reasoning: 'full', text: EXCERPT },
      { kind: 'text', seq: 1, reasoning: 'none', text: EXCERPT },
    ],
    ...{ input: EXCERPT, result: EXCERPT, findings: ['f0'] },
  }),
  callOf(1, { verdict: 'ask', hold: HOLD }),
  ...(
    [
      { kind: 'prompt', origin: 'person', text: EXCERPT, findings: ['f0'] },
      { kind: 'thinking', reasoning: 'summary', text: EXCERPT },
      { kind: 'text', reasoning: 'none', text: EXCERPT },
      { kind: 'gap', why: 'x', text: 'x' },
      { kind: 'constraint', held: HELD },
      { kind: 'finding', rule: 'x', severity: 'high', text: 'x' },
      { kind: 'child', run: 'x', text: 'x' },
      { kind: 'note', text: 'x' },
    ] as const
  ).map((row, i) => ({ ...row, row: i + 2, seq: i + 2, time: timeOf(i + 2), depth: 0, agent: 'x' }) as Row),
];

const SUMMARY = summaryOf({
  ...{ session: 'x', project: 'x', title: 'x', waiting: 1, held: 1, findings: { high: 1 } },
  from: { run: 'x', why: 'fork' },
});

const REVIEW: Partial<Review> = {
  ...{ constraints: [HELD], holds: [HOLD], versions: ['x'], children: [{ run: 'x', agent: 'x', row: 0 }] },
  findings: [
    {
      ...{ rule: 'x', kind: 'x', severity: 'high', text: 'x', trust: 'transcript', fingerprint: 'f0' },
      ...{ signed: true, cites: [{ seq: 1, leaf: 'x', row: 0 }] },
    },
  ],
  notRun: [{ rule: 'x', why: 'x' }],
  gaps: [{ seq: 1, time: timeOf(1), why: 'x', text: 'x', explained: 'x', row: 0 }],
  verdicts: [{ question: 'integrity', word: 'x', standing: 'failed', basis: ['x'], warnings: ['x'] }],
};

/** A home in which everything that can be foreign is `text`; the run's own id is not, or there would be no way to it. */
export function hostileSource(text: string): ViewSource {
  const summary = { ...poisoned(SUMMARY, text), run: RUN };
  const rows = ROWS.map((row) => poisoned(row, text));
  const proof = madeProof({ input: text });
  return madeSource(rows.length, {
    runs: async () => [summary],
    review: async () => ({ ...poisoned(reviewOf(SUMMARY, REVIEW), text), summary }),
    marks: async () => marksOf(rows.length),
    rows: async (_run, from, count) => ({ from, total: rows.length, rows: rows.slice(from, from + count) }),
    content: async (_seq, commitment) => ({ text, bytes: text.length, commitment }),
    record: async () => ({
      ...proof,
      line: text,
      contents: [...proof.contents, { ...proof.contents[0]!, field: text }],
    }),
    follow: (take) => {
      // A client that does not read a longer event in time is dropped: that is tested elsewhere.
      const cut = text.slice(0, 60_000);
      take({ kind: 'holds', waiting: [{ ...poisoned(HOLD, cut), run: cut }] });
      return () => undefined;
    },
  });
}
