import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ViewSource } from '../../api.ts';
import { Banner } from '../holds/banner.tsx';
import { RecordPage } from '../record/record-page.tsx';
import { ReviewPage } from '../review/review-page.tsx';
import { RunsPage } from '../runs/runs-page.tsx';
import { OpenedContext, OpenedTexts } from '../text/opened.ts';
import { TimelinePage } from '../timeline/timeline-page.tsx';
import { Heading } from './heading.tsx';
import { Help } from './help.tsx';
import { useKeys } from './keys.ts';
import type { Live } from './live.ts';
import { type Route, routeOf } from './route.ts';
import { StateLine } from './state-line.tsx';
import { ThemeChoice } from './theme.tsx';
import { type Viewer, ViewerContext } from './viewer.ts';

export type AppProps = { readonly source: ViewSource; readonly live: Live };

/** Everything: what waits, where the reader is, and what is there. */
export function App({ source, live }: AppProps): JSX.Element {
  const [said, setSaid] = useState('');
  const [help, setHelp] = useState(false);
  const { route, hasMoved } = useRoute();
  const viewer = useMemo<Viewer>(
    () => ({ source, live, announce: setSaid, hasMoved }),
    [source, live, hasMoved],
  );
  const opened = useMemo(() => new OpenedTexts(), []);
  useKeys((key) => {
    if (key === '?') setHelp(true);
    else if (key === 'r') location.hash = '#/';
    else if (key === 'w') document.getElementById('waiting')?.focus();
    else return false;
    return true;
  });
  return (
    <ViewerContext.Provider value={viewer}>
      <OpenedContext.Provider value={opened}>
        <header class="top">
          <a class="brand" href="#/">
            tracekit
          </a>
          <StateLine />
          <span class="spring" />
          <ThemeChoice />
          <button type="button" class="quiet" onClick={() => setHelp(true)}>
            Keys <kbd>?</kbd>
          </button>
        </header>
        <div class="visually-hidden" role="status" aria-live="assertive">
          {said}
        </div>
        <Banner />
        <main>
          <Page route={route} />
        </main>
        <Help open={help} onClose={() => setHelp(false)} />
      </OpenedContext.Provider>
    </ViewerContext.Provider>
  );
}

function Page({ route }: { readonly route: Route }): JSX.Element {
  switch (route.kind) {
    case 'runs':
      return <RunsPage />;
    case 'review':
      return <ReviewPage key={route.run} run={route.run} />;
    case 'timeline':
      return <TimelinePage key={route.run} run={route.run} row={route.row} />;
    case 'record':
      return <RecordPage key={route.seq} seq={route.seq} />;
    case 'nowhere':
      return (
        <>
          <Heading>There is nothing here</Heading>
          <p>
            <a href="#/">All runs</a>
          </p>
        </>
      );
  }
}

/** Where the fragment says, and whether that is another page than the first one. */
function useRoute(): { readonly route: Route; readonly hasMoved: () => boolean } {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  const moved = useRef(false);
  useEffect(() => {
    const onHash = (): void => {
      moved.current = true;
      setRoute(routeOf(location.hash));
    };
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  const page = route.kind === 'timeline' ? `timeline ${route.run}` : JSON.stringify(route);
  useEffect(() => {
    if (moved.current) scrollTo(0, 0);
  }, [page]);
  return { route, hasMoved: useCallback(() => moved.current, []) };
}
