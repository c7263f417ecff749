import type { JSX } from 'preact';
import type { Coverage, RunSummary } from '../../api.ts';
import { count, counted } from '../text/numbers.ts';
import { Section } from './section.tsx';

type CoverageProps = { readonly coverage: Coverage; readonly summary: RunSummary };

/** How much of the run was seen by whom. */
export function CoverageFacts({ coverage, summary }: CoverageProps): JSX.Element {
  const { told, decided, undecided, links, reasoning, lines, unparsed } = coverage;
  return (
    <Section title="Coverage" id="coverage">
      <dl class="pairs">
        <Pair name="calls in transcripts" value={count(told)} />
        <Pair
          name="decided by the gate"
          value={summary.mode === 'record' ? 'none: recorded without hooks' : count(decided)}
        />
        {summary.mode === 'hooks' ? (
          <Pair name="told, never decided" value={count(undecided)} bad={undecided > 0} />
        ) : null}
        <Pair
          name="linked to reasoning"
          value={`${count(links.exact)} exactly, ${count(links.ordered)} by order, ${count(links.none)} not`}
        />
        <Pair
          name="reasoning"
          value={`${count(reasoning.full)} in full, ${count(reasoning.summary)} as summary, ${count(reasoning.sealed)} sealed`}
        />
        <Pair name="transcripts" value={counted(lines, 'line')} />
        {unparsed > 0 ? <Pair name="not understood" value={counted(unparsed, 'line')} bad /> : null}
      </dl>
    </Section>
  );
}

function Pair({
  name,
  value,
  bad,
}: {
  readonly name: string;
  readonly value: string;
  readonly bad?: boolean;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={bad === true ? 'bad' : ''}>{value}</dd>
    </div>
  );
}
