import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { ViewSource } from '../../api.ts';
import type { Known, Live } from './live.ts';

/** What every part of the page can reach. */
export type Viewer = {
  readonly source: ViewSource;
  readonly live: Live;
  /** Has a screen reader say it. */
  readonly announce: (text: string) => void;
  /** Whether the reader went from one page to another. */
  readonly hasMoved: () => boolean;
};

export const ViewerContext = createContext<Viewer | undefined>(undefined);

/** Throws outside of `mount`. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (viewer === undefined) throw new Error('expected a viewer around this part of the page, found none');
  return viewer;
}

/** What is known now, and again whenever that changes. */
export function useKnown(): Known {
  const { live } = useViewer();
  const [known, setKnown] = useState(live.known);
  useEffect(() => {
    setKnown(live.known);
    return live.onChange(() => setKnown(live.known));
  }, [live]);
  return known;
}
