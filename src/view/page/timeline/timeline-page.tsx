import type { JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../../api.ts';
import { RunHead } from '../review/run-head.tsx';
import { Heading } from '../shell/heading.tsx';
import { useKeys } from '../shell/keys.ts';
import { runHref } from '../shell/route.ts';
import { useKnown } from '../shell/viewer.ts';
import { Foreign } from '../text/foreign.tsx';
import { count } from '../text/numbers.ts';
import { FindBox } from './find-box.tsx';
import { JUMPS, type JumpKind, jumpFrom } from './jumps.ts';
import { Plot } from './plot.tsx';
import { RowBody } from './row-body.tsx';
import { RowList } from './row-list.tsx';
import { Toolbar } from './toolbar.tsx';
import { type Timeline, useTimeline } from './use-timeline.ts';

type TimelinePageProps = { readonly run: string; readonly row: number | undefined };

/** A run row by row. */
export function TimelinePage({ run, row }: TimelinePageProps): JSX.Element {
  const timeline = useTimeline(run);
  const { pages, scroller, round, marks, findings, error, again } = timeline;
  const { runs } = useKnown();
  const summary = runs?.get(run) ?? timeline.review?.summary;
  const { active, setActive, goTo, move } = useActive(timeline, { run, row });
  const jump = (kind: JumpKind, step: 1 | -1): void => {
    const to = marks === undefined ? undefined : jumpFrom(marks, kind, active, step);
    if (to !== undefined) goTo(to);
  };
  const toEnd = (end: 'first' | 'last'): void => {
    if (end === 'first') goTo(0);
    else {
      setActive(Math.max(0, pages.total - 1));
      scroller.follow();
    }
  };
  useTimelineKeys({ run, active, jump, toEnd, move });
  const isTold = marks?.clock === 'harness';
  const render = useCallback(
    (one: Row) => <RowBody row={one} findings={findings} isTold={isTold} />,
    [findings, isTold],
  );
  return (
    <article class="timeline">
      {summary === undefined ? <Heading>Timeline</Heading> : <RunHead summary={summary} view="timeline" />}
      {marks === undefined ? (
        <div class="plot plot-coming" />
      ) : (
        <Plot marks={marks} active={active} onRow={goTo} />
      )}
      <div class="tools">
        <Toolbar {...{ marks, active }} total={pages.total} onJump={jump} onEnds={toEnd} />
        <FindBox run={run} active={active} onRow={goTo} />
      </div>
      {error === undefined ? null : (
        <div class="failure" role="alert">
          <p>
            <Foreign text={error} />
          </p>
          <button type="button" onClick={again}>
            Try again
          </button>
        </div>
      )}
      {pages.isKnown && pages.total === 0 ? (
        <p class="none">Nothing of this run can be shown row by row.</p>
      ) : null}
      <RowList {...{ scroller, pages, active, round, render }} onActive={setActive} />
      <NewRows timeline={timeline} onFollow={() => toEnd('last')} />
    </article>
  );
}

type Active = {
  readonly active: number;
  readonly setActive: (row: number) => void;
  readonly goTo: (row: number) => void;
  readonly move: (step: 1 | -1) => void;
};

/** Which row the reader is at. The address follows, so that coming back comes back to it. */
function useActive({ scroller, pages }: Timeline, { run, row }: TimelinePageProps): Active {
  const [active, setActive] = useState(row ?? 0);
  const pending = useRef(row);
  const show = useCallback(
    (to: number, how: 'showRow' | 'reveal') => {
      setActive(to);
      if (how === 'reveal') scroller.reveal(to);
      else scroller.showRow(to, true);
    },
    [scroller],
  );
  // At once: later it would undo the way that a click on a link in the row has begun.
  useLayoutEffect(() => {
    const href = runHref(run, 'timeline', active);
    if (href !== undefined && location.hash !== href && location.hash.startsWith(`#/run/${run}/timeline`))
      history.replaceState(history.state, '', href);
  }, [active, run]);
  useEffect(() => {
    if (row === undefined || row === active) return;
    pending.current = row;
    setActive(row);
  }, [row]);
  useLayoutEffect(() => {
    const to = pending.current;
    if (to === undefined || !pages.isKnown) return;
    pending.current = undefined;
    scroller.showRow(Math.min(to, Math.max(0, pages.total - 1)), true);
  });
  return {
    active,
    setActive,
    goTo: useCallback((to: number) => show(to, 'showRow'), [show]),
    move: (step) => {
      const to = active + step;
      if (to >= 0 && to < pages.total) show(to, 'reveal');
    },
  };
}

type TimelineKeys = {
  readonly run: string;
  readonly active: number;
  readonly jump: (kind: JumpKind, step: 1 | -1) => void;
  readonly toEnd: (end: 'first' | 'last') => void;
  readonly move: (step: 1 | -1) => void;
};

function useTimelineKeys({ run, jump, toEnd, move }: TimelineKeys): void {
  useKeys((key, event) => {
    const jumped = JUMPS.find((one) => one.key === key.toLowerCase());
    if (jumped !== undefined) jump(jumped.kind, event.shiftKey ? -1 : 1);
    else if (key === 'ArrowDown' || key === 'j') move(1);
    else if (key === 'ArrowUp' || key === 'k') move(-1);
    else if (key === 'Home') toEnd('first');
    else if (key === 'End') toEnd('last');
    else if (key === 'v') location.hash = `#/run/${run}`;
    else return openRecord(key, event);
    return true;
  });
}

/** Enter on a row opens its record. */
function openRecord(key: string, { target }: KeyboardEvent): boolean {
  if (key !== 'Enter' || !(target instanceof HTMLElement) || target.dataset.row === undefined) return false;
  target.querySelector<HTMLAnchorElement>('.row-records a')?.click();
  return true;
}

/** How many rows came behind what is seen. */
function NewRows({
  timeline: { pages, scroller },
  onFollow,
}: {
  readonly timeline: Timeline;
  readonly onFollow: () => void;
}): JSX.Element | null {
  const seen = useRef<number | undefined>(undefined);
  const [, redraw] = useState(0);
  useEffect(() => {
    scroller.onFollowing = () => redraw((now) => now + 1);
  }, [scroller]);
  if (pages.isKnown && (seen.current === undefined || scroller.isFollowing || scroller.place.isAtEnd))
    seen.current = pages.total;
  const more = pages.total - (seen.current ?? pages.total);
  if (scroller.isFollowing) return <p class="pill pill-following">follows what comes</p>;
  if (more <= 0) return null;
  return (
    <button type="button" class="pill" onClick={onFollow}>
      {count(more)} new {more === 1 ? 'row' : 'rows'} ↓
    </button>
  );
}
