import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** A list of which the first are shown; hostile: a run can have thousands of whatever is listed. */
export function MoreOf<T>({
  of,
  most,
  one,
}: {
  readonly of: readonly T[];
  readonly most: number;
  readonly one: (item: T, index: number) => JSX.Element;
}): JSX.Element {
  const [shown, setShown] = useState(most);
  return (
    <>
      <ul class="list">{of.slice(0, shown).map(one)}</ul>
      {of.length > shown ? (
        <button type="button" class="quiet" onClick={() => setShown(shown + 50)}>
          Show more <small>{of.length - shown} not shown</small>
        </button>
      ) : null}
    </>
  );
}
