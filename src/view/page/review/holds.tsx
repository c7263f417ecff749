import type { JSX } from 'preact';
import type { ShownHold } from '../../api.ts';
import { HoldCard } from '../holds/hold-card.tsx';
import { Link } from '../shell/link.tsx';
import { runHref } from '../shell/route.ts';
import { MoreOf } from './more-of.tsx';
import { Section } from './section.tsx';

/** What a person was asked, and who answered what; what still waits first. */
export function Holds({
  holds,
  run,
}: {
  readonly holds: readonly ShownHold[];
  readonly run: string;
}): JSX.Element {
  const waits = ({ state }: ShownHold): number => (state === 'waiting' ? 0 : 1);
  const sorted = [...holds].sort((a, b) => waits(a) - waits(b));
  return (
    <Section title="Held calls" id="holds" count={holds.length}>
      {holds.length === 0 ? <p class="none">No call was held for a person.</p> : null}
      {holds.length === 0 ? null : (
        <MoreOf
          of={sorted}
          most={10}
          one={(hold) => (
            <li key={hold.approval}>
              <HoldCard hold={hold} />
              <Link href={runHref(run, 'timeline', hold.row)} class="small">
                row {hold.row + 1}
              </Link>
            </li>
          )}
        />
      )}
    </Section>
  );
}
