import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useKeys } from '../shell/keys.ts';
import { messageOf } from '../shell/loaded.tsx';
import { useViewer } from '../shell/viewer.ts';
import { Foreign } from '../text/foreign.tsx';

type FindBoxProps = {
  readonly run: string;
  readonly active: number;
  readonly onRow: (row: number) => void;
};

/** Looks for words from the active row on, and on from the first row when none come any more. */
export function FindBox({ run, active, onRow }: FindBoxProps): JSX.Element {
  const { source } = useViewer();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [said, setSaid] = useState('');
  const turn = useRef(0);
  const find = async (from: number): Promise<void> => {
    const mine = ++turn.current;
    if (words.trim() === '') return setSaid('');
    setSaid('looking…');
    try {
      const found = (await source.find(run, words, from)) ?? (await source.find(run, words, 0));
      if (mine !== turn.current) return;
      setSaid(found === undefined ? 'no row has these words' : `row ${found + 1}`);
      if (found !== undefined) onRow(found);
    } catch (error) {
      if (mine === turn.current) setSaid(messageOf(error));
    }
  };
  useKeys((key) => {
    if (key === '/') field.current?.focus();
    else if (key === 'n') void find(active + 1);
    else if (key === 'N') void find(0);
    else return false;
    return true;
  });
  return (
    <search>
      <form
        class="find"
        onSubmit={(event) => {
          event.preventDefault();
          void find(active + 1);
        }}
      >
        <label>
          <span class="visually-hidden">Search this run</span>
          <input
            ref={field}
            type="search"
            placeholder="Search this run"
            value={words}
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
        </label>
        <span class="facts" role="status">
          <Foreign text={said} />
        </span>
      </form>
    </search>
  );
}
