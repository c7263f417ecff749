import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ShownHold } from '../../api.ts';
import { Link } from '../shell/link.tsx';
import { runHref } from '../shell/route.ts';
import { useKnown, useViewer } from '../shell/viewer.ts';
import { counted } from '../text/numbers.ts';
import { visibleText } from '../text/visible.ts';
import { HoldCard } from './hold-card.tsx';

/** So many are shown whole; the others are counted. */
const MOST = 3;

/** What waits for an answer, above every page. */
export function Banner(): JSX.Element | null {
  const { waiting } = useKnown();
  useAnnounced(waiting);
  if (waiting.length === 0) return null;
  const shown = waiting.slice(0, MOST);
  // The cards are made anew when their number changes: they moved, and their buttons have to wait again.
  const layout = shown.map(({ approval }) => approval).join(' ');
  return (
    <section class="banner" aria-labelledby="banner-title" tabIndex={-1} id="waiting">
      <h2 id="banner-title">{counted(waiting.length, 'call waits', 'calls wait')} for you</h2>
      {shown.map((hold) => (
        <div key={`${layout} ${hold.approval}`} class="banner-call">
          <HoldCard hold={hold} />
          {hold.run === undefined ? null : (
            <Link href={runHref(hold.run, 'timeline', hold.row)}>in its timeline</Link>
          )}
        </div>
      ))}
      {waiting.length > MOST ? <p>and {waiting.length - MOST} more</p> : null}
    </section>
  );
}

/** A screen reader hears of each call once, and the tab's title tells how many wait. */
function useAnnounced(waiting: readonly ShownHold[]): void {
  const { announce } = useViewer();
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const { approval, tool } of waiting) {
      if (told.current.has(approval)) continue;
      told.current.add(approval);
      announce(`A call waits for your answer: ${visibleText(tool).slice(0, 100)}`);
    }
    document.title = waiting.length === 0 ? 'tracekit' : `(${waiting.length}) tracekit`;
  }, [waiting]);
}
