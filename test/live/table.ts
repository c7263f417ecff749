import type { Result, Watched } from './result.ts';

export const BEGIN = '<!-- made by scripts/make-live-table.mjs from test/live/result.json -->';
export const END = '<!-- made up to here -->';

const NAMES = ['claude-code', 'codex', 'gemini', 'copilot', 'cursor'] as const;
type Name = (typeof NAMES)[number];

const TITLES: Readonly<Record<Name, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex CLI',
  gemini: 'Gemini CLI',
  copilot: 'Copilot CLI',
  cursor: 'Cursor',
};

type Row = readonly [string, Readonly<Record<Name, string>>];

const everywhere = (word: string, cursor: string): Row[1] => ({
  ...{ 'claude-code': word, codex: word, gemini: word, copilot: word, cursor },
});

/** What the suite does not play. */
const BESIDE: readonly Row[] = [
  ['in an editor', everywhere('–', 'descriptions')],
  ['macOS, Windows', everywhere('–', '–')],
];

/** What public descriptions of Cursor tell of. */
const DESCRIBED = /^a call |^held|^a write /;

/** The table of what was watched live of each harness, what is known from captures only, and what not at all. */
export function liveTable(result: Result): string {
  const of = (name: Name): Watched | undefined => result.find(({ harness }) => harness === name);
  const scenarios = [...new Set(result.flatMap(({ cells }) => Object.keys(cells)))];
  const rows: readonly Row[] = [
    ...scenarios.map((scenario): Row => {
      const described = DESCRIBED.test(scenario) ? 'descriptions' : '–';
      return [scenario, cellsOf((name) => (name === 'cursor' ? described : of(name)?.cells[scenario]))];
    }),
    ...BESIDE,
    ['a call without hooks, with them', cellsOf((name) => timesOf(of(name)))],
    ['lines behind when the harness ended', cellsOf((name) => of(name)?.figures?.behind.toString())],
  ];
  const heads = NAMES.map((name) => `${TITLES[name]} ${of(name)?.version ?? ''}`.trim());
  return [
    line(['', ...heads]),
    line(['---', ...NAMES.map(() => '---')]),
    ...rows.map(([title, cells]) => line([title, ...NAMES.map((name) => cells[name])])),
  ].join('\n');
}

/** The text with the table between its markers written anew. */
export function withTable(text: string, table: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`expected ${BEGIN} and ${END}, found no such pair`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`;
}

function cellsOf(cell: (name: Name) => string | undefined): Row[1] {
  return Object.fromEntries(NAMES.map((name) => [name, cell(name) ?? '–'])) as Row[1];
}

function timesOf(watched: Watched | undefined): string {
  const { figures } = watched ?? {};
  return figures === undefined ? '–' : `${figures.without} ms, ${figures.with} ms`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
