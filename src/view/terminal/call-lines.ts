import type { LinkBasis, Outcome } from '../../model/reading.ts';
import type { CallRow, Said, ShownHold } from '../api.ts';
import { answererWords } from './answerer.ts';
import { excerptLines } from './excerpt-lines.ts';
import type { Piece, TextLine, Tone } from './text-line.ts';

/** How rows are told: so many lines of a text, and whether a call that the gate never decided stands out. */
export type Telling = {
  readonly prompt: number;
  readonly said: number;
  readonly result: number;
  readonly hooked: boolean;
};

/** Below a row's first line, what it says; below that, the texts. */
export const INNER = 8;
const TEXT = 10;

const LINKS: Readonly<Record<LinkBasis, string>> = {
  exact: 'linked to the call by its message',
  ordered: 'linked by order only',
  none: 'nothing links it',
};

const READABLE: Readonly<Record<Said['reasoning'], string>> = {
  full: 'in full',
  summary: 'a summary of it',
  sealed: 'sealed: only its provider can read it',
  none: 'nothing to read',
};

const OUTCOMES: Readonly<Record<Outcome, readonly [Tone, string]>> = {
  ok: ['good', 'ok'],
  error: ['doubtful', 'error'],
  denied: ['doubtful', 'denied'],
  declined: ['doubtful', 'declined by the person'],
  interrupted: ['doubtful', 'interrupted'],
  running: ['quiet', 'still running'],
  unknown: ['quiet', 'the transcript does not say'],
};

/** What a call did, below its first line: thought, verdict, hold, result. hostile: every text. */
export function callBody(
  row: CallRow,
  telling: Telling,
  said: readonly Said[] = row.said,
): readonly TextLine[] {
  return [
    ...said.flatMap((one) => saidLines(one, row.link, telling.said)),
    ...verdictLines(row),
    ...(row.hold === undefined ? [] : heldLines(row.hold)),
    ...resultLines(row, telling.result),
  ];
}

/** How readable a thought is, in words. */
export function readable(reasoning: Said['reasoning']): string {
  return READABLE[reasoning];
}

function saidLines({ kind, reasoning, text }: Said, link: LinkBasis, most: number): readonly TextLine[] {
  const how = kind === 'thinking' ? `${READABLE[reasoning]}; ` : '';
  return [
    {
      indent: INNER,
      pieces: [['quiet', `${kind === 'thinking' ? 'thought' : 'said'} (${how}${LINKS[link]})`]],
    },
    ...excerptLines(text, TEXT, most),
  ];
}

/** The gate's verdict in a word; what it never saw is said in the first line, too. */
export function verdictPiece({ verdict, hold }: CallRow, hooked: boolean): Piece {
  if (verdict === undefined) return hooked ? ['doubtful', 'NOT DECIDED'] : '';
  if (verdict === 'deny') return ['bad', 'DENIED'];
  if (hold !== undefined)
    return hold.state === 'waiting' ? ['held', 'HELD'] : ['held', `HELD, ${hold.state}`];
  return verdict === 'ask' ? ['held', 'ASKED'] : ['quiet', 'allowed'];
}

function verdictLines({ verdict, rule, constraint, why }: CallRow): readonly TextLine[] {
  if (verdict === undefined || (verdict === 'allow' && rule === undefined && (why ?? '') === '')) return [];
  const basis = [
    ...(rule === undefined ? [] : [`rule ${rule}`]),
    ...(constraint === undefined ? [] : [`constraint ${constraint}`]),
  ].join(', ');
  const words = (why ?? '').replaceAll(/\s+/g, ' ').trim();
  const tone: Tone = verdict === 'deny' ? 'bad' : verdict === 'ask' ? 'held' : 'quiet';
  const pieces: readonly Piece[] = [
    [tone, verdict],
    ...(basis === '' ? [] : [` by ${basis}`]),
    ...(words === '' ? [] : [`: ${words}`]),
  ];
  return [{ indent: INNER, pieces }];
}

/** A held call: what somebody is asked about, and what became of it. */
export function heldLines(hold: ShownHold): readonly TextLine[] {
  return [...askedLines(hold), ...holdLines(hold)];
}

/** A person judges by the arguments: they are shown whole while somebody is asked. */
function askedLines({ state, input, cwd }: ShownHold): readonly TextLine[] {
  if (state !== 'waiting') return [];
  const where = cwd === undefined ? [] : [{ indent: INNER, pieces: [['quiet', 'in '] as const, cwd] }];
  return [...where, ...excerptLines(input, TEXT, Number.MAX_SAFE_INTEGER)];
}

/** What became of a hold, or how to answer it. */
export function holdLines({ approval, state, until, answers }: ShownHold): readonly TextLine[] {
  const answered = answers.map(({ answer, by, reason, release, time }): TextLine => {
    const who = by === undefined ? '' : ` by ${answererWords(by)}`;
    const why = reason === undefined ? '' : `: ${oneLine(reason)}`;
    const freed = release ? ', which releases the constraint' : '';
    const tone: Tone = answer === 'approved' ? 'good' : 'bad';
    return { indent: INNER, pieces: [[tone, answer], ['quiet', ` ${time}`], `${who}${freed}${why}`] };
  });
  if (state !== 'waiting') {
    const word = answers.length === 0 ? [{ indent: INNER, pieces: [['doubtful', state] as const] }] : [];
    return [...answered, ...word];
  }
  const ask: readonly Piece[] = [
    ['held', `waits for an answer until ${clockText(until)}`],
    `: tracekit approvals approve ${approval}, or reject ${approval}`,
  ];
  return [...answered, { indent: INNER, pieces: ask }];
}

function resultLines({ outcome, result, took, provisional }: CallRow, most: number): readonly TextLine[] {
  if (outcome === undefined && result === undefined) return [];
  const [tone, word] = OUTCOMES[outcome ?? 'unknown'];
  const time =
    took === undefined ? '' : `, ${took < 10_000 ? `${took} ms` : `${Math.round(took / 1_000)} s`}`;
  const doubt = provisional === true ? ', as far as is known yet' : '';
  return [
    {
      indent: INNER,
      pieces: [
        ['quiet', 'result '],
        [tone, word],
        ['quiet', `${time}${doubt}`],
      ],
    },
    ...(result === undefined ? [] : excerptLines(result, TEXT, most)),
  ];
}

function oneLine(text: string): string {
  return text.slice(0, 2_000).replaceAll(/\s+/g, ' ').trim();
}

/** hostile: what a log gives as milliseconds may be no time. */
export function clockText(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? String(ms) : time.toISOString();
}
