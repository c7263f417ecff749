import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasShortcuts } from './keys.ts';
import { remember } from './remembered.ts';

const KEYS: readonly (readonly [string, string])[] = [
  ['?', 'this list'],
  ['r', 'all runs'],
  ['/', 'search'],
  ['↑ ↓ or k j', 'one up, one down (runs and timeline)'],
  ['Enter', 'open what has the focus'],
  ['v', "the run's review, and back to its timeline"],
  ['d, D', 'next denied call, the one before'],
  ['h, H', 'next held call, the one before'],
  ['f, F', 'next finding, the one before'],
  ['g, G', 'next gap, the one before'],
  ['p, P', 'next prompt, the one before'],
  ['n, N', 'next match of the search, and on from the start'],
  ['Home, End', 'first row, last row; at the end the timeline follows what comes'],
  ['w', 'the call that waits for you'],
];

/** The keys, in a dialog of its own. */
export function Help({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [shortcuts, setShortcuts] = useState(hasShortcuts);
  useEffect(() => {
    if (open && dialog.current?.open === false) dialog.current.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={shortcuts}
          onChange={({ currentTarget }) => {
            remember('shortcuts', currentTarget.checked ? 'on' : 'off');
            setShortcuts(currentTarget.checked);
          }}
        />
        Letters are keys (turn off where they get in the way of speech input)
      </label>
      <p>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </p>
    </dialog>
  );
}
