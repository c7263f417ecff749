import type { Cite, Finding } from '../../model/finding.ts';
import type { RunFindings } from '../analyze.ts';

/**
 * The findings as lines for a person, a run's below its heading. hostile: texts, sessions and paths are foreign; whoever
 * prints the lines makes them inert.
 */
export function textLines(results: readonly RunFindings[]): readonly string[] {
  return results.flatMap(({ run, findings }) => {
    const part = run.part === 0 ? '' : `, part ${run.part}`;
    const heading = `run ${run.id}: ${run.harness}, session ${run.session}${part}`;
    if (findings.length === 0) return [`${heading}: nothing found`];
    return [heading, ...grouped(findings).flatMap(findingLines)];
  });
}

type Shown = Pick<Finding, 'severity' | 'rule' | 'kind' | 'text' | 'cites' | 'trust'>;

/** Rules that say the same of the same records (that there are no hooks) say it in one line. */
function grouped(findings: readonly Finding[]): readonly Shown[] {
  const shown = new Map<string, Shown>();
  for (const finding of findings) {
    const { severity, kind, text, cites } = finding;
    const same =
      kind === 'could_not_run' ? JSON.stringify([severity, kind, text, cites]) : finding.fingerprint;
    const known = shown.get(same);
    shown.set(same, known === undefined ? finding : { ...known, rule: `${known.rule}, ${finding.rule}` });
  }
  return [...shown.values()];
}

function findingLines({ severity, rule, kind, text, cites, trust }: Shown): readonly string[] {
  const which = kind === undefined ? rule : `${rule} (${kind})`;
  const basis = trust === undefined ? '' : '; by the transcript’s own account';
  return [`  ${severity.padEnd(8)} ${which}: ${text}`, `           ${citesText(cites)}${basis}`];
}

/** So many records are named; all of them are in the JSON. */
const MAX_NAMED = 8;

function citesText(cites: readonly Cite[]): string {
  const named = cites
    .slice(0, MAX_NAMED)
    .map((cite) =>
      cite.kind === 'record'
        ? `record ${cite.seq}`
        : `${cite.file}, line ${cite.line + 1} (byte ${cite.offset})`,
    );
  const more = cites.length > MAX_NAMED ? [`${cites.length - MAX_NAMED} more`] : [];
  return [...named, ...more].join(', ');
}

/** One line that sums up. */
export function summaryLine(results: readonly RunFindings[]): string {
  const counts = new Map<string, number>();
  for (const { findings } of results)
    for (const { severity } of findings) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  const words = ['critical', 'high', 'medium', 'low', 'info'].flatMap((severity) => {
    const count = counts.get(severity);
    return count === undefined ? [] : [`${count} ${severity}`];
  });
  const runs = results.length === 1 ? '1 run' : `${results.length} runs`;
  return `${runs}: ${words.length === 0 ? 'nothing found' : words.join(', ')}`;
}
