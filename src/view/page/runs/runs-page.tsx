import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { HARNESSES } from '../../../model/harness.ts';
import { Heading } from '../shell/heading.tsx';
import { useKeys } from '../shell/keys.ts';
import { useKnown } from '../shell/viewer.ts';
import { counted } from '../text/numbers.ts';
import { filteredRuns, type RunFilter, TRAITS, type Trait } from './run-filter.ts';
import { RunTable } from './run-table.tsx';

/** So many runs are shown at first, and so many more each time. */
const STEP = 200;

/** Every run of the home, or the one of a bundle. */
export function RunsPage(): JSX.Element {
  const { runs, error } = useKnown();
  const [filter, setFilter] = useState<RunFilter>({ words: '', harness: '', traits: new Set() });
  const [most, setMost] = useState(STEP);
  const fitting = useMemo(() => filteredRuns(runs?.values() ?? [], filter), [runs, filter]);
  return (
    <div class="runs-page">
      <Heading>Runs</Heading>
      <Filter filter={filter} onChange={setFilter} />
      <p class="facts" role="status">
        {runs === undefined
          ? (error ?? 'Loading…')
          : fitting.length === runs.size
            ? counted(runs.size, 'run')
            : `${fitting.length} of ${counted(runs.size, 'run')}`}
      </p>
      {runs?.size === 0 ? <Nothing /> : null}
      {fitting.length === 0 ? null : <RunTable runs={fitting.slice(0, most)} />}
      {fitting.length > most ? (
        <button type="button" onClick={() => setMost(most + STEP)}>
          Show more runs
        </button>
      ) : null}
    </div>
  );
}

function Nothing(): JSX.Element {
  return (
    <p>
      Nothing is recorded here yet. <code>tracekit record</code> takes transcripts in that are there;{' '}
      <code>tracekit init</code> sets hooks up for sessions to come.
    </p>
  );
}

type FilterProps = { readonly filter: RunFilter; readonly onChange: (filter: RunFilter) => void };

function Filter({ filter, onChange }: FilterProps): JSX.Element {
  const search = useRef<HTMLInputElement>(null);
  useKeys((key) => {
    if (key !== '/') return false;
    search.current?.focus();
    return true;
  });
  const toggle = (trait: Trait, on: boolean): void => {
    const traits = new Set(filter.traits);
    if (on) traits.add(trait);
    else traits.delete(trait);
    onChange({ ...filter, traits });
  };
  return (
    <search class="filter">
      <label>
        <span class="visually-hidden">Search title, project, session</span>
        <input
          ref={search}
          type="search"
          placeholder="Search title, project, session"
          value={filter.words}
          onInput={({ currentTarget }) => onChange({ ...filter, words: currentTarget.value })}
        />
      </label>
      <label>
        <span class="visually-hidden">Harness</span>
        <select
          value={filter.harness}
          onChange={({ currentTarget }) => onChange({ ...filter, harness: currentTarget.value })}
        >
          <option value="">every harness</option>
          {HARNESSES.map((harness) => (
            <option key={harness}>{harness}</option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend class="visually-hidden">Only runs with</legend>
        {TRAITS.map((trait) => (
          <label key={trait} class="chip">
            <input
              type="checkbox"
              checked={filter.traits.has(trait)}
              onChange={({ currentTarget }) => toggle(trait, currentTarget.checked)}
            />
            {trait}
          </label>
        ))}
      </fieldset>
    </search>
  );
}
