import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Foreign } from '../text/foreign.tsx';

/** Something that is asked for: on its way, there, or why not. */
export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly value: T }
  | { readonly kind: 'failed'; readonly message: string };

/** Asks when `key` changes, and when `again` is called; what was there stays until the new answer comes. */
export function useLoaded<T>(
  key: string,
  ask: () => Promise<T>,
): { readonly loaded: Loaded<T>; readonly again: () => void } {
  const [state, setState] = useState<{ readonly key: string; readonly loaded: Loaded<T> }>({
    key,
    loaded: { kind: 'loading' },
  });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let wanted = true;
    const set = (loaded: Loaded<T>): void => {
      if (wanted) setState({ key, loaded });
    };
    ask().then(
      (value) => set({ kind: 'there', value }),
      (error: unknown) => set({ kind: 'failed', message: messageOf(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [key, turn]);
  const again = useCallback(() => setTurn((now) => now + 1), []);
  return { loaded: state.key === key ? state.loaded : { kind: 'loading' }, again };
}

/** The sentence of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What stands where something is not there. */
export function NotThere({
  loaded,
  again,
}: {
  readonly loaded: Exclude<Loaded<unknown>, { readonly kind: 'there' }>;
  readonly again: () => void;
}): JSX.Element {
  if (loaded.kind === 'loading')
    return (
      <p class="loading" role="status">
        Loading…
      </p>
    );
  return (
    <div class="failure" role="alert">
      <p>
        <Foreign text={loaded.message} />
      </p>
      <button type="button" onClick={again}>
        Try again
      </button>
    </div>
  );
}
