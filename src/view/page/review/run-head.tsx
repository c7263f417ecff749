import type { JSX } from 'preact';
import type { RunSummary } from '../../api.ts';
import { Heading } from '../shell/heading.tsx';
import { Link } from '../shell/link.tsx';
import { runHref } from '../shell/route.ts';
import { INTEGRITY } from '../shell/state-line.tsx';
import { Foreign } from '../text/foreign.tsx';
import { counted, duration } from '../text/numbers.ts';
import { Time, TOLD, whenOf } from '../text/time.tsx';

type RunHeadProps = {
  readonly summary: RunSummary;
  readonly versions?: readonly string[];
  readonly view: 'review' | 'timeline';
};

/** Which run it is, and the way between its two views. */
export function RunHead({ summary, versions = [], view }: RunHeadProps): JSX.Element {
  const { run, harness, session, project, live, title } = summary;
  const when = whenOf(summary);
  return (
    <header class="run-head">
      <Heading>
        <Foreign text={title ?? 'without a prompt'} />
      </Heading>
      <p class="facts">
        {live ? <span class="badge badge-live">live</span> : null}
        <span class={`harness harness-${harness}`}>{harness}</span>
        {versions.length === 0 ? null : <Foreign text={versions.join(', ')} />}
        {project === undefined ? null : <Foreign text={project} mono />}
        <span>
          <Time at={when.from} {...(when.isTold ? { by: TOLD } : {})} /> · {duration(when.ms)}
        </span>
        <span>
          {counted(summary.calls, 'call')} · {counted(summary.records, 'record')}
        </span>
        <span class={`standing standing-${summary.integrity}`}>{INTEGRITY[summary.integrity]}</span>
        <span title="the harness's id of the session">
          session <Foreign text={session} mono />
        </span>
        <From summary={summary} />
      </p>
      <nav class="tabs" aria-label="Views of this run">
        <Tab run={run} is={view === 'review'} text="Review" />
        <Tab run={run} is={view === 'timeline'} text="Timeline" view="timeline" />
      </nav>
    </header>
  );
}

function From({ summary }: { readonly summary: RunSummary }): JSX.Element | null {
  const { from, part } = summary;
  if (from === undefined) return null;
  return (
    <span>
      {from.why === 'later' ? `part ${part + 1}, after` : `${from.why} of`}{' '}
      <Link href={runHref(from.run)}>
        <Foreign text={from.run} mono />
      </Link>
    </span>
  );
}

type TabProps = {
  readonly run: string;
  readonly is: boolean;
  readonly text: string;
  readonly view?: 'timeline';
};

function Tab({ run, is, text, view }: TabProps): JSX.Element {
  return (
    <a href={runHref(run, view) ?? '#/'} aria-current={is ? 'page' : 'false'}>
      {text}
    </a>
  );
}
