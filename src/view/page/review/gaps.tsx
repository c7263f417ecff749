import type { JSX } from 'preact';
import type { ShownGap } from '../../api.ts';
import { Link, RecordLink } from '../shell/link.tsx';
import { runHref } from '../shell/route.ts';
import { Foreign } from '../text/foreign.tsx';
import { Time } from '../text/time.tsx';
import { MoreOf } from './more-of.tsx';
import { Section } from './section.tsx';

/** What was not seen, changed or lost. */
export function Gaps({
  gaps,
  run,
}: {
  readonly gaps: readonly ShownGap[];
  readonly run: string;
}): JSX.Element {
  return (
    <Section title="Gaps" id="gaps" count={gaps.length}>
      {gaps.length === 0 ? <p class="none">Nothing is known to be missing.</p> : null}
      {gaps.length === 0 ? null : (
        <MoreOf
          of={gaps}
          most={10}
          one={(gap, i) => (
            <li key={i} class={gap.explained === undefined ? 'gap' : 'gap explained'}>
              <Foreign text={gap.text} />
              <p class="facts">
                <Time at={gap.time} only="clock" />
                <Foreign text={gap.why} mono />
                <Link href={runHref(run, 'timeline', gap.row)}>row {gap.row + 1}</Link>
                <RecordLink seq={gap.seq} />
              </p>
            </li>
          )}
        />
      )}
    </Section>
  );
}
