import type { JSX } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Excerpt, ViewSource } from '../../api.ts';
import { messageOf } from '../shell/loaded.tsx';
import { useViewer } from '../shell/viewer.ts';
import { beginning } from './cut.ts';
import { Foreign, shown } from './foreign.tsx';
import { LongText } from './long-text.tsx';
import { bytes } from './numbers.ts';
import { OpenedContext, type OpenedText } from './opened.ts';

const CLOSED: Readonly<Record<NonNullable<Excerpt['closed']>, string>> = {
  erased: 'erased from the vault',
  not_disclosed: 'not disclosed in this bundle',
  too_large: 'too large to be opened here',
};

type WordsProps = {
  readonly excerpt: Excerpt;
  /** What it is, for who cannot see where it stands. */
  readonly label: string;
  /** The records that may commit to it: the rest is asked of the first that does. */
  readonly records: readonly number[];
  /** Its name among the texts that were opened; a text without one is shown whole as far as it came. */
  readonly name?: string;
  readonly lines?: number;
  readonly mono?: boolean;
};

/** A foreign text, cut where it is long, with what opens the rest. */
export function Words({ excerpt, label, records, name, lines = 8, mono }: WordsProps): JSX.Element {
  const { source } = useViewer();
  const opened = useContext(OpenedContext);
  const [state, setState] = useState<OpenedText | undefined>(
    name === undefined ? undefined : opened?.get(name),
  );
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const there = useRef(true);
  useEffect(
    () => () => {
      there.current = false;
    },
    [],
  );
  if (excerpt.closed !== undefined) return <ClosedText excerpt={excerpt} />;
  const first = beginning(excerpt.text, { characters: 100 * lines, lines });
  const show = (next: OpenedText | undefined): void => {
    if (name !== undefined && next === undefined) opened?.close(name);
    if (name !== undefined && next !== undefined) opened?.set(name, next);
    if (there.current) setState(next);
  };
  const more = async (): Promise<void> => {
    // What came with the row is shown first; the content is asked for when that does not do.
    if (state === undefined && (excerpt.cut !== true || first.length < excerpt.text.length))
      return show({ text: excerpt.text, cut: excerpt.cut === true });
    setBusy(true);
    try {
      show(await longer(source, { excerpt, records, have: state }));
    } catch (failure) {
      if (there.current) setError(messageOf(failure));
    }
    if (there.current) setBusy(false);
  };
  const text = state?.text ?? first;
  const isCut = state === undefined ? first.length < excerpt.text.length || excerpt.cut === true : state.cut;
  return (
    <div class={mono === true ? 'excerpt mono' : 'excerpt'} dir="auto">
      {state === undefined ? <div class="words">{shown(first)}</div> : <LongText text={text} label={label} />}
      {isCut && (excerpt.commitment !== undefined || state === undefined) ? (
        <button type="button" class="quiet" disabled={busy} onClick={() => void more()}>
          {busy ? 'Loading…' : 'Show more'}
          <span class="visually-hidden"> of {label}</span> <small>{bytes(excerpt.bytes)} in all</small>
        </button>
      ) : null}
      {state === undefined ? null : (
        <button type="button" class="quiet" onClick={() => show(undefined)}>
          Show less<span class="visually-hidden"> of {label}</span>
        </button>
      )}
      {error === undefined ? null : (
        <p class="failure" role="alert">
          <Foreign text={error} />
        </p>
      )}
    </div>
  );
}

/** Why there is no text, in words. */
export function ClosedText({ excerpt }: { readonly excerpt: Excerpt }): JSX.Element {
  return (
    <span class="closed">
      {CLOSED[excerpt.closed ?? 'too_large']} ({bytes(excerpt.bytes)})
    </span>
  );
}

type More = {
  readonly excerpt: Excerpt;
  readonly records: readonly number[];
  readonly have: OpenedText | undefined;
};

/** The text with its next piece, from the first record that has the content. */
export async function longer(source: ViewSource, { excerpt, records, have }: More): Promise<OpenedText> {
  const { commitment } = excerpt;
  if (commitment === undefined) return { text: excerpt.text, cut: false };
  // The excerpt may be put together otherwise than the content: the content is read from its first character.
  const before = have !== undefined && have.text.length > excerpt.text.length ? have.text : '';
  let failure: unknown;
  for (const seq of new Set(records)) {
    try {
      const { text, cut } = await source.content(seq, commitment, before.length);
      return { text: before + text, cut: cut === true };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
