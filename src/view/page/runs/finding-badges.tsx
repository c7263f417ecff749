import type { JSX } from 'preact';
import { SEVERITIES } from '../../../model/finding.ts';
import type { RunSummary } from '../../api.ts';

/** Findings by severity, the gravest first. */
export function FindingBadges({
  findings,
}: {
  readonly findings: RunSummary['findings'] | undefined;
}): JSX.Element {
  if (findings === undefined)
    return (
      <span class="none" title="not analyzed yet">
        …
      </span>
    );
  const there = [...SEVERITIES].reverse().filter((severity) => (findings[severity] ?? 0) > 0);
  if (there.length === 0) return <span class="none">0</span>;
  return (
    <span class="severities">
      {there.map((severity) => (
        <span key={severity} class={`severity severity-${severity}`}>
          {findings[severity]} {severity}
        </span>
      ))}
    </span>
  );
}
