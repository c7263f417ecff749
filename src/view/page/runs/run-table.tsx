import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { RunSummary } from '../../api.ts';
import { useKeys } from '../shell/keys.ts';
import { Link } from '../shell/link.tsx';
import { runHref } from '../shell/route.ts';
import { INTEGRITY } from '../shell/state-line.tsx';
import { Foreign } from '../text/foreign.tsx';
import { count, duration } from '../text/numbers.ts';
import { Time, TOLD, whenOf } from '../text/time.tsx';
import { FindingBadges } from './finding-badges.tsx';

const COLUMNS = [
  'Run',
  'When',
  'Took',
  'Calls',
  'Decided',
  'Held',
  'Denied',
  'Findings',
  'Gaps',
  'Integrity',
] as const;

/** Runs as a table; on a narrow screen each is a card. */
export function RunTable({ runs }: { readonly runs: readonly RunSummary[] }): JSX.Element {
  const body = useRef<HTMLTableSectionElement>(null);
  useKeys((key) => {
    const step = key === 'ArrowDown' || key === 'j' ? 1 : key === 'ArrowUp' || key === 'k' ? -1 : 0;
    return step !== 0 && moveFocus(body.current, step);
  });
  return (
    <table class="runs">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" class={column === 'Run' || column === 'Integrity' ? '' : 'number'}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {runs.map((run) => (
          <RunLine key={run.run} run={run} />
        ))}
      </tbody>
    </table>
  );
}

/** The run's link above or below the one that has the focus. */
function moveFocus(body: HTMLElement | null, step: number): boolean {
  const links = [...(body?.querySelectorAll<HTMLAnchorElement>('a.run-title') ?? [])];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at < 0 ? 0 : at + step];
  next?.focus();
  return next !== undefined;
}

function RunLine({ run }: { readonly run: RunSummary }): JSX.Element {
  const when = whenOf(run);
  return (
    <tr class={run.live ? 'live' : ''}>
      <th scope="row">
        <Link href={runHref(run.run)} class="run-title">
          <Foreign text={run.title ?? 'without a prompt'} />
        </Link>
        <div class="facts">
          {run.waiting > 0 ? <span class="badge badge-waiting">waits for you</span> : null}
          {run.live ? <span class="badge badge-live">live</span> : null}
          <span class={`harness harness-${run.harness}`}>{run.harness}</span>
          {run.project === undefined ? null : <Foreign text={run.project} mono />}
          {run.part > 0 ? <span>part {run.part + 1}</span> : null}
          <Origin run={run} />
        </div>
      </th>
      <Cell of="When">
        <Time at={when.from} {...(when.isTold ? { by: TOLD } : {})} />
      </Cell>
      <Cell of="Took">{duration(when.ms)}</Cell>
      <Cell of="Calls">
        <Count value={run.calls} />
      </Cell>
      <Cell of="Decided">{decided(run)}</Cell>
      <Cell of="Held">
        <Count value={run.held} class="mark-held" />
      </Cell>
      <Cell of="Denied">
        <Count value={run.denied} class="mark-denied" />
      </Cell>
      <Cell of="Findings">
        <FindingBadges findings={run.findings} />
      </Cell>
      <Cell of="Gaps">
        <Count value={run.gaps} class="mark-gap" />
      </Cell>
      <td data-of="Integrity">
        <span class={`standing standing-${run.integrity}`}>{INTEGRITY[run.integrity]}</span>
      </td>
    </tr>
  );
}

/** How many of its calls the gate decided, or that no hooks ran. */
function decided(run: RunSummary): JSX.Element | string {
  if (run.mode === 'record')
    return (
      <span class="none" title="recorded from transcripts: no hook decided its calls">
        no hooks
      </span>
    );
  return run.calls === 0 ? '–' : `${Math.round((100 * Math.min(run.decided, run.calls)) / run.calls)}%`;
}

function Origin({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const { from } = run;
  if (from === undefined) return null;
  return (
    <span>
      {from.why} of{' '}
      <Link href={runHref(from.run)}>
        <Foreign text={from.run.slice(0, 16)} mono />
      </Link>
    </span>
  );
}

function Cell({
  of,
  children,
}: {
  readonly of: string;
  readonly children: JSX.Element | string;
}): JSX.Element {
  return (
    <td class="number" data-of={of}>
      {children}
    </td>
  );
}

function Count({ value, class: name }: { readonly value: number; readonly class?: string }): JSX.Element {
  return value === 0 ? <span class="none">0</span> : <span class={name}>{count(value)}</span>;
}
