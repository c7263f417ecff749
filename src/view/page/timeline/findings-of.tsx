import type { JSX } from 'preact';
import type { ShownFinding } from '../../api.ts';
import { Foreign } from '../text/foreign.tsx';

type FindingsOfProps = {
  readonly fingerprints: readonly string[];
  readonly findings: ReadonlyMap<string, ShownFinding>;
};

/** What the analyzer says of a row. */
export function FindingsOf({ fingerprints, findings }: FindingsOfProps): JSX.Element | null {
  if (fingerprints.length === 0) return null;
  return (
    <ul class="row-findings">
      {fingerprints.slice(0, 8).map((fingerprint, i) => {
        const finding = findings.get(fingerprint);
        if (finding === undefined) return <li key={i}>a finding</li>;
        return (
          <li key={i}>
            <span class={`severity severity-${finding.severity}`}>{finding.severity}</span>{' '}
            <Foreign text={finding.rule} mono /> <Foreign text={finding.text} />
          </li>
        );
      })}
    </ul>
  );
}
