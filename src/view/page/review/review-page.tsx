import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Review } from '../../api.ts';
import { Heading } from '../shell/heading.tsx';
import { useKeys } from '../shell/keys.ts';
import { NotThere, useLoaded } from '../shell/loaded.tsx';
import { useKnown, useViewer } from '../shell/viewer.ts';
import { Constraints } from './constraints.tsx';
import { CoverageFacts } from './coverage.tsx';
import { Findings } from './findings.tsx';
import { Gaps } from './gaps.tsx';
import { Holds } from './holds.tsx';
import { RunHead } from './run-head.tsx';
import { Verdicts } from './verdicts.tsx';

/** One screen to judge a run by. */
export function ReviewPage({ run }: { readonly run: string }): JSX.Element {
  const { source, live } = useViewer();
  const { loaded, again } = useLoaded(run, () => source.review(run));
  useEffect(
    () =>
      live.onRun((event) => {
        if (event.kind === 'again' || (event.run === run && event.kind === 'review')) again();
      }),
    [live, run, again],
  );
  const { verdicts } = useKnown();
  const first = useRef(verdicts);
  useEffect(() => {
    if (verdicts !== first.current) again();
  }, [verdicts, again]);
  useKeys((key) => {
    if (key !== 'v') return false;
    location.hash = `#/run/${run}/timeline`;
    return true;
  });
  if (loaded.kind !== 'there')
    return (
      <>
        <Heading>Run</Heading>
        <NotThere loaded={loaded} again={again} />
      </>
    );
  return <Reviewed review={loaded.value} />;
}

function Reviewed({ review }: { readonly review: Review }): JSX.Element {
  const { summary } = review;
  return (
    <article class="review">
      <RunHead summary={summary} versions={review.versions} view="review" />
      <div class="review-grid">
        <div>
          <Constraints constraints={review.constraints} run={summary.run} />
          <Findings review={review} />
          <Holds holds={review.holds} run={summary.run} />
        </div>
        <div>
          <Verdicts verdicts={review.verdicts} />
          <Gaps gaps={review.gaps} run={summary.run} />
          <CoverageFacts coverage={review.coverage} summary={summary} />
        </div>
      </div>
    </article>
  );
}
