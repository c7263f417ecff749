import { reportLines } from '../../verify/report.ts';
import type { Verdict } from '../../verify/verdict.ts';
import type { Coverage, Review, RunSummary, ShownFinding } from '../api.ts';
import { holdLines } from './call-lines.ts';
import { excerptWords } from './excerpt-lines.ts';
import { constraintPieces, severityTone, wordsOf } from './row-lines.ts';
import type { TextLine } from './text-line.ts';

/** What comes before the timeline: which run it is, what holds in it, what was found. hostile: every text. */
export function headLines({ summary, constraints, findings, notRun, analysis }: Review): readonly TextLine[] {
  return [
    ...summaryLines(summary),
    ...section('constraints', constraints.length === 0 ? ['none'] : []),
    ...constraints.flatMap((one) => [{ indent: 2, pieces: constraintPieces(one) }, ...wordsOf(one)]),
    ...section('findings', findings.length === 0 ? [NOTHING[analysis]] : []),
    ...findings.flatMap(findingLines),
    ...notRunLines(notRun),
  ];
}

const NOTHING = {
  done: 'none',
  running: 'the analysis is not through yet',
  failed: 'the run could not be analyzed; run: tracekit analyze',
} as const;

/** What comes after it: gaps, holds, coverage and what the log proves. */
export function tailLines({ gaps, holds, coverage, verdicts, versions }: Review): readonly TextLine[] {
  return [
    ...section('gaps', gaps.length === 0 ? ['none'] : []),
    ...gaps.map(
      ({ seq, row, why, text }): TextLine => ({
        indent: 2,
        pieces: [['bad', why], `: ${text}`, ['quiet', ` (record ${seq}, row ${row})`]],
      }),
    ),
    ...section('holds', holds.length === 0 ? ['none'] : []),
    ...holds.flatMap((hold) => [
      {
        indent: 2,
        pieces: [
          ['held', `${hold.approval} ${hold.state}`] as const,
          ` ${hold.tool} ${excerptWords(hold.input)}`,
          ['quiet', ` (row ${hold.row})`] as const,
        ],
      },
      ...holdLines(hold),
    ]),
    ...section('coverage', coverageWords(coverage)),
    ...(versions.length === 0 ? [] : [quiet(`harness version ${versions.slice(0, 10).join(', ')}`)]),
    ...section('what the log proves', verdicts.length === 0 ? ['not verified; run: tracekit verify'] : []),
    ...verdicts.flatMap(verdictLines),
  ];
}

/** A run in a few lines. */
export function summaryLines(summary: RunSummary): readonly TextLine[] {
  const { run, harness, session, part, mode, from, project, opened, last, live } = summary;
  const which = part === 0 ? '' : `, part ${part + 1}`;
  const comes = from === undefined ? '' : `, comes from run ${from.run} (${from.why})`;
  return [
    { indent: 0, pieces: [['strong', `run ${run}`], `  ${harness}, session ${session}${which}${comes}`] },
    ...(project === undefined ? [] : [{ indent: 2, pieces: [`in ${project}`] }]),
    {
      indent: 2,
      pieces: [
        `${opened} to ${last}, ${live ? 'going on' : 'as it was left'}; ${mode === 'hooks' ? 'with hooks' : 'transcripts only'}`,
      ],
    },
    { indent: 2, pieces: [countWords(summary)] },
  ];
}

function countWords({ records, calls, decided, held, waiting, denied, gaps }: RunSummary): string {
  return [
    `${records} records`,
    `${calls} calls`,
    `${decided} decided`,
    `${held} held${waiting > 0 ? ` (${waiting} waiting)` : ''}`,
    `${denied} denied`,
    `${gaps} gaps`,
  ].join(', ');
}

function section(title: string, below: readonly string[]): readonly TextLine[] {
  return [
    { indent: 0, pieces: [] },
    { indent: 0, pieces: [['strong', title.toUpperCase()]] },
    ...below.map(quiet),
  ];
}

function quiet(text: string): TextLine {
  return { indent: 2, pieces: [['quiet', text]] };
}

/** So many cited records are named. */
const MOST_CITED = 12;

/** A finding: what was found, and the records that it rests on. */
export function findingLines({
  rule,
  kind,
  severity,
  text,
  cites,
  trust,
  signed,
}: ShownFinding): readonly TextLine[] {
  const named = cites
    .slice(0, MOST_CITED)
    .map(({ seq, row }) => (row === undefined ? `record ${seq}` : `record ${seq} (row ${row})`));
  const more = cites.length > MOST_CITED ? [`${cites.length - MOST_CITED} more`] : [];
  const notes = [
    ...(trust === undefined ? [] : ['by the transcript’s own account']),
    signed ? 'signed in the log' : 'unsigned',
  ];
  return [
    {
      indent: 2,
      hang: 9,
      pieces: [
        [severityTone(severity), severity.padEnd(8)],
        ` ${rule}${kind === undefined ? '' : ` (${kind})`}: ${text}`,
      ],
    },
    { indent: 11, pieces: [['quiet', `${[...named, ...more].join(', ')}; ${notes.join('; ')}`]] },
  ];
}

/** Rules that could not look for the same reason are named together. */
function notRunLines(notRun: Review['notRun']): readonly TextLine[] {
  const byWhy = new Map<string, string[]>();
  for (const { rule, why } of notRun) byWhy.set(why, [...(byWhy.get(why) ?? []), rule]);
  return [...byWhy].map(([why, rules]) => quiet(`could not look: ${rules.join(', ')}: ${why}`));
}

function coverageWords({
  told,
  decided,
  undecided,
  links,
  reasoning,
  lines,
  unparsed,
}: Coverage): readonly string[] {
  return [
    `${told} calls in transcripts, ${decided} decided by the gate, ${undecided} in transcripts that it never decided`,
    `what led to a call: ${links.exact} linked exactly, ${links.ordered} by order only, ${links.none} by nothing`,
    `thinking: ${reasoning.full} in full, ${reasoning.summary} as a summary, ${reasoning.sealed} sealed`,
    `${lines} transcript lines, ${unparsed} of them not understood`,
  ];
}

function verdictLines(verdict: Verdict): readonly TextLine[] {
  const { standing } = verdict;
  const tone =
    standing === 'ok'
      ? 'good'
      : standing === 'failed'
        ? 'bad'
        : standing === 'warning'
          ? 'doubtful'
          : 'plain';
  const [, first = '', ...rest] = reportLines({
    ...{ subject: 'home', records: 0, signed: 0, verdicts: [verdict] },
    ...{ breaks: [], breakCount: 0, runs: [] },
  });
  return [
    { indent: 2, hang: 16, pieces: [[tone, first]] },
    ...rest.map((line): TextLine => ({ indent: 2, hang: 4, pieces: [line] })),
  ];
}
