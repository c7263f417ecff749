import { TracekitError } from '../../model/error.ts';
import type { Row } from '../api.ts';

/** What `--only` can name, and which rows that is. */
const CHOICES: Readonly<Record<string, (row: Row) => boolean>> = {
  prompts: ({ kind }) => kind === 'prompt',
  thinking: ({ kind }) => kind === 'thinking',
  texts: ({ kind }) => kind === 'text',
  calls: ({ kind }) => kind === 'call',
  denied: (row) => row.kind === 'call' && row.verdict === 'deny',
  held: (row) => row.kind === 'call' && (row.hold !== undefined || row.verdict === 'ask'),
  undecided: (row) => row.kind === 'call' && row.verdict === undefined,
  gaps: ({ kind }) => kind === 'gap',
  constraints: ({ kind }) => kind === 'constraint',
  findings: (row) => row.kind === 'finding' || ('findings' in row && row.findings.length > 0),
  children: ({ kind }) => kind === 'child',
  notes: ({ kind }) => kind === 'note',
};

/** The words of `--only`. */
export const CHOICE_WORDS: readonly string[] = Object.keys(CHOICES);

/** Whether a row is among what was asked for. */
export type RowChoice = (row: Row) => boolean;

/** Reads words such as `calls,gaps`. Throws `bad_option`. */
export function rowChoice(words: readonly string[]): RowChoice {
  const wanted = words
    .flatMap((word) => word.split(','))
    .filter((word) => word !== '')
    .map((word) => {
      const choice = Object.hasOwn(CHOICES, word) ? CHOICES[word] : undefined;
      if (choice !== undefined) return choice;
      throw new TracekitError(
        'bad_option',
        `--only: expected ${CHOICE_WORDS.join(', ')}; found ${JSON.stringify(word.slice(0, 60))}`,
      );
    });
  return (row) => wanted.some((choice) => choice(row));
}
