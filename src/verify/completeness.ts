import type { Facts, LogFacts } from './facts.ts';
import type { RunReport, Verdict } from './verdict.ts';

/** So many runs are named in a verdict; all of them are in the report. */
const MAX_NAMED = 20;

/** Whether what there was to record is recorded: each run to its end, each transcript without a hole, no gap. */
export function judgeCompleteness(runs: readonly RunReport[], facts: LogFacts): Verdict {
  if (runs.length === 0) return noRuns(facts);
  const open = runs.filter(({ word }) => word !== 'COMPLETE');
  const holes = runs.filter(({ holeCount }) => holeCount > 0);
  const lines = runs.reduce((sum, run) => sum + run.lines, 0);
  const incomplete = open.length > 0 || holes.length > 0 || facts.gaps.count > 0;
  return {
    question: 'completeness',
    word: wordFor(runs, open, { holes: holes.length, gaps: facts.gaps.count }),
    standing: incomplete || facts.recovered.count > 0 ? 'warning' : 'ok',
    basis: [
      `${runs.length - open.length} of ${runs.length} runs have their closing record`,
      `${lines} transcript lines, each following the one before by number and byte, holes apart`,
      ...(facts.erased.count > 0 ? [`${facts.erased.count} erasures from the vault are recorded`] : []),
    ],
    warnings: [
      ...open.slice(0, MAX_NAMED).map(({ run, word }) => `run ${run}: ${word}`),
      ...more(open.length, 'open runs'),
      ...holes.slice(0, MAX_NAMED).flatMap(holeWarnings),
      ...more(holes.length, 'runs with holes'),
      ...listed('gap', facts.gaps),
      ...listed('recovered', facts.recovered),
    ],
  };
}

function noRuns(facts: LogFacts): Verdict {
  return {
    question: 'completeness',
    word: 'CANNOT TELL: no runs',
    standing: facts.gaps.count > 0 || facts.recovered.count > 0 ? 'warning' : 'unknown',
    basis: ['no run is recorded here'],
    warnings: [...listed('gap', facts.gaps), ...listed('recovered', facts.recovered)],
  };
}

/**
 * The completeness of records that do not hold, or can't be read, cannot be told: a removed or newer record may be the
 * one that said "gap". What they read as is kept as a basis.
 */
export function whereRecordsHold(completeness: Verdict, integrity: Verdict): Verdict {
  if (integrity.standing !== 'failed' && integrity.standing !== 'unusable') return completeness;
  const why = integrity.standing === 'failed' ? 'the records do not hold' : 'not all records can be read';
  return {
    ...completeness,
    word: 'CANNOT TELL',
    standing: 'unknown',
    basis: [`${why} (see integrity); as they stand they read: ${completeness.word}`, ...completeness.basis],
  };
}

function wordFor(
  runs: readonly RunReport[],
  open: readonly RunReport[],
  lacks: { readonly holes: number; readonly gaps: number },
): string {
  const parts = [
    ...(lacks.holes > 0 ? [`holes in ${lacks.holes} runs`] : []),
    ...(lacks.gaps > 0 ? [`${lacks.gaps} gaps`] : []),
  ];
  const base =
    open.length === 0
      ? 'COMPLETE'
      : runs.length === 1
        ? open[0]!.word
        : `${open.length} of ${runs.length} runs open`;
  return parts.length === 0 ? base : `${base === 'COMPLETE' ? 'INCOMPLETE' : base}, ${parts.join(', ')}`;
}

function holeWarnings({ run, holes, holeCount }: RunReport): readonly string[] {
  const shown = holes
    .slice(0, 5)
    .map(
      ({ seq, transcript, what }) => `run ${run}, transcript ${transcript}: hole at record ${seq}: ${what}`,
    );
  return holeCount > 5 ? [...shown, `run ${run}: ${holeCount - 5} more holes`] : shown;
}

function listed(kind: string, facts: Facts): readonly string[] {
  const shown = facts.list
    .slice(0, MAX_NAMED)
    .map(
      ({ seq, what, run }) => `${kind} at record ${seq}${run === undefined ? '' : ` of run ${run}`}: ${what}`,
    );
  return [...shown, ...more(facts.count, `records of kind ${kind}`)];
}

function more(count: number, of: string): readonly string[] {
  return count > MAX_NAMED ? [`${count - MAX_NAMED} more ${of}`] : [];
}
