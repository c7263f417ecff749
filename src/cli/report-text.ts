import { reportLines } from '../verify/report.ts';
import type { Verdict, VerifyReport } from '../verify/verdict.ts';
import { coloured, type Tone } from './colour.ts';
import { inert } from './terminal.ts';

const TONES: Readonly<Record<Verdict['standing'], Tone>> = {
  ok: 'good',
  warning: 'doubtful',
  unknown: 'doubtful',
  unusable: 'doubtful',
  failed: 'bad',
};

/** A report's lines as a terminal may show them: each verdict's line in the colour of how it stands. */
export function reportText(report: VerifyReport): readonly string[] {
  const left = [...report.verdicts];
  return reportLines(report).map((line) => {
    const next = left[0];
    if (next === undefined || !line.startsWith(`${next.question}:`)) return inert(line);
    left.shift();
    const standing = next.standing === 'ok' && next.warnings.length > 0 ? 'warning' : next.standing;
    return coloured(TONES[standing], inert(line));
  });
}
