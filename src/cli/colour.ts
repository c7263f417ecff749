import { styleText } from 'node:util';

/** What a word says to a person at first sight. */
export type Tone = 'good' | 'doubtful' | 'bad';

const COLOURS = { good: 'green', doubtful: 'yellow', bad: 'red' } as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether what is written there may be coloured: never where `NO_COLOR` is set (no-color.org), always where `FORCE_COLOR`
 * is and is not 0, else on a terminal that is not dumb.
 */
export function mayColour(stream: { readonly isTTY?: boolean }, env: Environment): boolean {
  if ((env.NO_COLOR ?? '') !== '') return false;
  if ((env.FORCE_COLOR ?? '') !== '') return env.FORCE_COLOR !== '0';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** The text in its tone's colour, where standard output may be coloured. The text must be inert by then. */
export function coloured(tone: Tone, text: string): string {
  if (!mayColour(process.stdout, process.env)) return text;
  return styleText(COLOURS[tone], text, { validateStream: false });
}
