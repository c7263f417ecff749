import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { remembered } from './remembered.ts';

/** Whether single letters do something (WCAG 2.1.4: a reader can turn them off). */
export function hasShortcuts(): boolean {
  return remembered('shortcuts') !== 'off';
}

/** Calls `take` with keys that are pressed outside of fields; what it takes has no other effect. */
export function useKeys(take: (key: string, event: KeyboardEvent) => boolean): void {
  const now = useRef(take);
  // Before the next key can come: an effect that waits for the frame would leave the old one in place.
  useLayoutEffect(() => {
    now.current = take;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !hasShortcuts()) return;
      const { target } = event;
      if (
        target instanceof HTMLElement &&
        target.closest('input, textarea, select, dialog, [contenteditable]') !== null
      )
        return;
      if (now.current(event.key, event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
