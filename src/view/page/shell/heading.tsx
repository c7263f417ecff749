import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useViewer } from './viewer.ts';

/**
 * A page's heading. After a way to another page it takes the focus, which would be nowhere: a screen reader reads it, and
 * the Tab key goes on from it. Where a page comes first empty and then whole, so does its heading.
 */
export function Heading({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { hasMoved } = useViewer();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (hasMoved() && (activeElement === null || activeElement === body))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
