import type { VerifyReport } from './verdict.ts';

/** How a verification ends; `tracekit verify` has an exit code for each. */
export type VerifyExit = 0 | 1 | 2 | 3;

/** 0 all holds; 1 something failed; 2 it cannot be judged; 3 with `strict`, it holds with a warning. */
export function exitOf(report: VerifyReport, options: { readonly strict: boolean }): VerifyExit {
  const has = (standing: string) => report.verdicts.some((verdict) => verdict.standing === standing);
  if (has('failed')) return 1;
  if (has('unusable')) return 2;
  const warned = has('warning') || report.verdicts.some(({ warnings }) => warnings.length > 0);
  return options.strict && warned ? 3 : 0;
}

/**
 * The report as lines for a person: a line for each question, what it rests on below it, then every break.
 * hostile: origins, sessions and keys are foreign text; whoever prints the lines makes them inert.
 */
export function reportLines(report: VerifyReport): readonly string[] {
  const lines = [
    `${report.subject} ${report.origin ?? 'of unknown origin'}: ${report.records} records, ${report.signed} signed`,
  ];
  for (const { question, word, standing, basis, warnings } of report.verdicts) {
    lines.push(`${`${question}:`.padEnd(15)} ${word}${standing === 'failed' ? ' (failed)' : ''}`);
    lines.push(...basis.map((text) => `    ${text}`));
    lines.push(...warnings.map((text) => `  ! ${text}`));
  }
  if (report.breaks.length > 0) lines.push('breaks:');
  lines.push(
    ...report.breaks.map(
      ({ seq, file, offset, what }) => `  record ${seq}, byte ${offset} of ${file}: ${what}`,
    ),
  );
  const rest = report.breakCount - report.breaks.length;
  if (rest > 0) lines.push(`  and ${rest} more`);
  return lines;
}

/** The report as a plain value for `--json`. */
export function reportJson(report: VerifyReport, options: { readonly strict: boolean }): object {
  return { ...report, exit: exitOf(report, options) };
}
