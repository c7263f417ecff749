import type { Severity } from '../../model/finding.ts';
import type { HeldConstraint, Row } from '../api.ts';
import { callBody, INNER, readable, type Telling, verdictPiece } from './call-lines.ts';
import { excerptLines, excerptWords } from './excerpt-lines.ts';
import type { Piece, TextLine, Tone } from './text-line.ts';

/** What is shown of texts unless somebody asks for more. */
export const SHORT: Telling = { prompt: 12, said: 4, result: 6, hooked: true };
export const FULL: Telling = {
  prompt: Number.MAX_SAFE_INTEGER,
  said: Number.MAX_SAFE_INTEGER,
  result: Number.MAX_SAFE_INTEGER,
  hooked: true,
};

const ORIGINS = {
  person: "the person's, seen by a hook",
  harness: "the harness's own words",
  agent: "another agent's words",
  unwitnessed: 'only the transcript has it',
} as const;

/** A row of the timeline as lines. hostile: every text in it. */
export function rowLines(row: Row, telling: Telling): readonly TextLine[] {
  switch (row.kind) {
    case 'call':
      return [
        head(row, [['strong', row.name], ` ${row.gist}  `, verdictPiece(row, telling.hooked)]),
        ...callBody(row, telling),
        ...foundLines(row.findings.length),
      ];
    case 'prompt':
      return [
        head(row, [
          ['strong', 'prompt'],
          ['quiet', ` (${ORIGINS[row.origin]})`],
        ]),
        ...excerptLines(row.text, INNER, telling.prompt),
        ...foundLines(row.findings.length),
      ];
    case 'thinking':
      return [
        head(row, ['thinking', ['quiet', ` (${readable(row.reasoning)})`]]),
        ...excerptLines(row.text, INNER, telling.said),
      ];
    case 'text':
      return [head(row, ['text']), ...excerptLines(row.text, INNER, telling.said)];
    case 'gap':
      return [head(row, [['bad', `gap ${row.why}`], `: ${row.text}`])];
    case 'constraint':
      return [head(row, [['strong', 'constraint '], ...constraintPieces(row.held)]), ...wordsOf(row.held)];
    case 'finding':
      return [
        head(row, [[severityTone(row.severity), `finding ${row.severity} ${row.rule}`], `: ${row.text}`]),
      ];
    case 'child':
    case 'note':
      return [head(row, [['quiet', row.text]])];
  }
}

/** The first line of a row: its number, the time of day, whose it is. */
export function head({ row, time, agent, depth, copy }: Row, pieces: readonly Piece[]): TextLine {
  const who = agent === undefined ? '' : `${'↳'.repeat(Math.min(depth, 8) || 1)} ${agent.slice(0, 40)} `;
  return {
    indent: 0,
    hang: INNER,
    pieces: [
      ['quiet', `${String(row).padStart(6)}  ${timeOfDay(time)}  `],
      ...(who === '' ? [] : [['quiet', who] as const]),
      ...(copy === true ? [['quiet', '(copy) '] as const] : []),
      ...pieces,
    ],
  };
}

/** A constraint: kind, what it is about, whose it is, how it is kept. */
export function constraintPieces({
  kind,
  targets,
  except,
  by,
  enforce,
  state,
  released,
}: HeldConstraint): readonly Piece[] {
  const about = targets.map((target) => excerptWords(target)).join(', ');
  const but = except.length === 0 ? '' : `, except ${except.map((one) => excerptWords(one)).join(', ')}`;
  const ended =
    released === undefined
      ? ''
      : ` by ${released.how === 'prompt' ? 'a prompt' : 'an approval'}, record ${released.at}`;
  const tone: Tone = state === 'held' ? 'held' : state === 'refused' ? 'bad' : 'quiet';
  const notes = [
    by === 'person' ? "the person's" : by === 'agent' ? "the agent's own" : by,
    enforce === 'live' ? 'calls are held' : 'looked at after the run',
  ].join('; ');
  return [
    [tone, `${state}${ended}`],
    ` ${kind}${about === '' ? ' everything' : ` ${about}`}${but}`,
    ['quiet', ` (${notes})`],
  ];
}

/** The words that a constraint rests on. */
export function wordsOf({ words, prompt }: HeldConstraint): readonly TextLine[] {
  if (words === undefined) return [];
  const at = prompt === undefined ? '' : ` (record ${prompt})`;
  return [{ indent: INNER, pieces: [`“${excerptWords(words, 400)}”`, ['quiet', at]] }];
}

export function severityTone(severity: Severity): Tone {
  if (severity === 'critical' || severity === 'high') return 'bad';
  return severity === 'medium' ? 'doubtful' : 'plain';
}

function foundLines(count: number): readonly TextLine[] {
  if (count === 0) return [];
  return [
    { indent: INNER, pieces: [['bad', `${count} ${count === 1 ? 'finding cites' : 'findings cite'} this`]] },
  ];
}

/** hostile: `time` is the log's, but who reads a log that does not hold may find anything there. */
function timeOfDay(time: string): string {
  return /T(\d\d:\d\d:\d\d)/.exec(time.slice(0, 40))?.[1] ?? '??:??:??';
}
