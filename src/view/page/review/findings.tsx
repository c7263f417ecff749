import type { JSX } from 'preact';
import { SEVERITIES } from '../../../model/finding.ts';
import type { Review, ShownFinding } from '../../api.ts';
import { Link, RecordLink } from '../shell/link.tsx';
import { runHref } from '../shell/route.ts';
import { Foreign } from '../text/foreign.tsx';
import { counted } from '../text/numbers.ts';
import { MoreOf } from './more-of.tsx';
import { Section } from './section.tsx';

const MOST_CITES = 12;

const NONE: Readonly<Record<Review['analysis'], string>> = {
  running: 'The run is being analyzed…',
  done: 'The analyzer found nothing. Its rules look for what is known; that is no proof of absence.',
  failed: 'The analyzer could not be run: there are no findings to show. tracekit analyze says why.',
};

/** What the analyzer says, the gravest first, each with the records that it rests on. */
export function Findings({ review }: { readonly review: Review }): JSX.Element {
  const { findings, notRun, analysis, summary } = review;
  const sorted = [...findings].sort(
    (a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity),
  );
  return (
    <Section title="Findings" id="findings" count={findings.length}>
      {findings.length === 0 || analysis !== 'done' ? <p class="none">{NONE[analysis]}</p> : null}
      {sorted.length === 0 ? null : (
        <MoreOf
          of={sorted}
          most={20}
          one={(finding, i) => (
            <li key={`${finding.fingerprint} ${i}`} class={`finding finding-${finding.severity}`}>
              <FindingLine finding={finding} run={summary.run} />
            </li>
          )}
        />
      )}
      {notRun.length === 0 ? null : (
        <details>
          <summary>{counted(notRun.length, 'rule')} could not look</summary>
          <ul class="list">
            {notRun.map(({ rule, why }, i) => (
              <li key={i}>
                <Foreign text={rule} mono />: <Foreign text={why} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function FindingLine({
  finding,
  run,
}: {
  readonly finding: ShownFinding;
  readonly run: string;
}): JSX.Element {
  const { rule, kind, severity, text, cites, trust, signed } = finding;
  return (
    <>
      <p>
        <span class={`severity severity-${severity}`}>{severity}</span> <Foreign text={text} />
      </p>
      <p class="facts">
        <Foreign text={rule} mono />
        {kind === undefined ? null : <Foreign text={kind} />}
        {trust === undefined ? null : (
          <span title="the agent's own side wrote it">rests on a transcript alone</span>
        )}
        {signed ? <span title="it stands in the log">signed</span> : null}
        <span class="cites">
          evidence{' '}
          {byRow(cites).map(([row, seqs]) => (
            <Evidence key={row} row={row} seqs={seqs} run={run} />
          ))}
          {cites.length > MOST_CITES ? ` and ${cites.length - MOST_CITES} more` : null}
          {cites.length === 0 ? 'in no record' : null}
        </span>
      </p>
    </>
  );
}

/** The records that are cited, by the row that shows them; those beyond the first few are counted only. */
function byRow(cites: ShownFinding['cites']): readonly (readonly [number | undefined, readonly number[]])[] {
  const rows = new Map<number | undefined, number[]>();
  for (const { row, seq } of cites.slice(0, MOST_CITES)) rows.set(row, [...(rows.get(row) ?? []), seq]);
  return [...rows];
}

type EvidenceProps = {
  readonly row: number | undefined;
  readonly seqs: readonly number[];
  readonly run: string;
};

function Evidence({ row, seqs, run }: EvidenceProps): JSX.Element {
  return (
    <span class="cite">
      {row === undefined ? null : (
        <Link href={runHref(run, 'timeline', row)} title="where it stands in the timeline">
          row {row + 1}
        </Link>
      )}
      {[...seqs]
        .sort((a, b) => a - b)
        .map((seq) => (
          <RecordLink key={seq} seq={seq} />
        ))}
    </span>
  );
}
