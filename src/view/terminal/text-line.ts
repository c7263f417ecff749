import { styleText } from 'node:util';
import { inert } from '../../bytes/inert.ts';

/** How a word is to stand out. */
export type Tone = 'plain' | 'strong' | 'quiet' | 'good' | 'doubtful' | 'bad' | 'held';

const STYLES: Readonly<Record<Exclude<Tone, 'plain'>, Parameters<typeof styleText>[0]>> = {
  strong: 'bold',
  quiet: 'dim',
  good: 'green',
  doubtful: 'yellow',
  bad: ['bold', 'red'],
  held: ['bold', 'magenta'],
};

/** A piece of a line. hostile: its text may be foreign; it is made inert when the line is printed, and nowhere before. */
export type Piece = string | readonly [tone: Tone, text: string];

/** One line before it is printed: columns of space, then pieces. Where it is too long it goes on below, `hang` deeper. */
export type TextLine = {
  readonly indent: number;
  readonly hang?: number;
  readonly pieces: readonly Piece[];
};

export type PrintOptions = {
  readonly colour: boolean;
  /** Columns; undefined: lines are as long as they are, for other programs to read. */
  readonly width: number | undefined;
};

/** Narrower than this is not wrapped any narrower. */
const LEAST = 20;

/** A line as it is written to a terminal, newline included: nothing in it acts on one but its own colours. */
export function printed({ indent, hang = 2, pieces }: TextLine, { colour, width }: PrintOptions): string {
  const safe = pieces.map((piece): readonly [Tone, string] => {
    const [tone, text] = typeof piece === 'string' ? (['plain', piece] as const) : piece;
    return [tone, inert(text)];
  });
  const paint = (tone: Tone, text: string): string =>
    colour && tone !== 'plain' && text !== ''
      ? styleText(STYLES[tone], text, { validateStream: false })
      : text;
  const first = width === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST, width - indent);
  const later = Math.max(LEAST, first - hang);
  const rows: string[] = [];
  let row = '';
  let left = first;
  for (const [tone, text] of safe) {
    let rest = text;
    while (rest.length > left) {
      const cut = breakAt(rest, left, row !== '');
      row += paint(tone, rest.slice(0, cut).trimEnd());
      rest = rest.slice(cut).trimStart();
      rows.push(row);
      row = '';
      left = later;
    }
    row += paint(tone, rest);
    left -= rest.length;
  }
  rows.push(row);
  return rows
    .map((each, i) => `${' '.repeat(each === '' ? 0 : i === 0 ? indent : indent + hang)}${each}\n`)
    .join('');
}

/** Where a text that is longer than `room` is broken: behind its last space that fits; 0 where it begins better below. */
function breakAt(text: string, room: number, begun: boolean): number {
  const space = text.lastIndexOf(' ', room);
  if (space > 0) return space + (space < room ? 1 : 0);
  if (begun && !text.slice(0, room + 1).includes(' ')) return 0;
  const high = text.charCodeAt(room - 1);
  return high >= 0xd800 && high <= 0xdbff && room > 1 ? room - 1 : room;
}

/** Foreign text as lines of its own, at most `most` of them; says how many more there are. */
export function bodyLines(text: string, indent: number, most: number): readonly TextLine[] {
  const all = text.replace(/\n+$/, '').split(/\r\n|\n/, most + 1_000);
  const shown = all
    .slice(0, most)
    .map((line): TextLine => ({ indent, pieces: [line.replaceAll('\t', '  ')] }));
  const more = all.length - shown.length;
  if (more <= 0) return shown;
  const count = more >= 1_000 ? 'many' : String(more);
  return [
    ...shown,
    { indent, pieces: [['quiet', `… ${count} more ${more === 1 ? 'line' : 'lines'} (--full shows them)`]] },
  ];
}
