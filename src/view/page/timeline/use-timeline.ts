import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Marks, Review, ShownFinding } from '../../api.ts';
import { messageOf } from '../shell/loaded.tsx';
import { useViewer } from '../shell/viewer.ts';
import { RowPages } from './row-pages.ts';
import { Scroller } from './scroller.ts';

/** Marks and review are asked for again no sooner than so long after the last time. */
const AGAIN_MS = 1_000;

export type Timeline = {
  readonly pages: RowPages;
  readonly scroller: Scroller;
  /** Grows with each change of rows. */
  readonly round: number;
  readonly marks: Marks | undefined;
  readonly review: Review | undefined;
  readonly findings: ReadonlyMap<string, ShownFinding>;
  readonly error: string | undefined;
  readonly again: () => void;
};

/** Everything that a run's timeline shows, kept up to date. */
export function useTimeline(run: string): Timeline {
  const { source, live } = useViewer();
  const [round, setRound] = useState(0);
  const [error, setError] = useState<string>();
  const [marks, setMarks] = useState<Marks>();
  const [review, setReview] = useState<Review>();
  const scroller = useMemo(() => new Scroller(), [run]);
  const pages = useMemo(
    () =>
      new RowPages({
        ask: (from, count) => source.rows(run, from, count),
        onChange: () => {
          setError(undefined);
          scroller.setTotal(pages.total);
          setRound((now) => now + 1);
        },
        onError: (failure) => setError(messageOf(failure)),
      }),
    [run],
  );
  const glance = useMemo(() => {
    const fail = (failure: unknown): void => setError(messageOf(failure));
    return soon(() => {
      source.marks(run).then(setMarks, fail);
      source.review(run).then(setReview, fail);
    });
  }, [run]);
  useEffect(() => {
    glance.ask();
    const end = live.onRun((event) => {
      if (event.kind !== 'again' && event.run !== run) return;
      if (event.kind === 'rows') pages.changed(event.total, event.from);
      // After a break there may be more rows: the first page's answer says how many.
      else if (event.kind === 'again') pages.again();
      glance.ask();
    });
    return () => {
      end();
      glance.end();
    };
  }, [run]);
  const findings = useMemo(
    () => new Map(review?.findings.map((finding) => [finding.fingerprint, finding])),
    [review],
  );
  const again = (): void => {
    setError(undefined);
    pages.again();
    glance.ask();
  };
  return { pages, scroller, round, marks, review, findings, error, again };
}

/** Does it at once, then at most once in `AGAIN_MS`. */
function soon(work: () => void): { readonly ask: () => void; readonly end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const rest = (): void => {
    timer = undefined;
    if (isWanted) ask();
  };
  const ask = (): void => {
    isWanted = timer !== undefined;
    if (isWanted) return;
    work();
    timer = setTimeout(rest, AGAIN_MS);
  };
  return { ask, end: () => clearTimeout(timer) };
}
