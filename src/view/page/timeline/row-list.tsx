import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../../api.ts';
import { RowFrame } from './row-frame.tsx';
import type { RowPages } from './row-pages.ts';
import type { Scroller } from './scroller.ts';

export type RowListProps = {
  readonly scroller: Scroller;
  readonly pages: RowPages;
  readonly active: number;
  readonly onActive: (row: number) => void;
  readonly render: (row: Row) => JSX.Element;
  /** Changes when rows have to be drawn anew. */
  readonly round: number;
};

/** The rows that are seen, and some beside them, of a list of whatever length. */
export function RowList({ scroller, pages, active, onActive, render, round }: RowListProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const tall = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const [, redraw] = useState(0);
  useLayoutEffect(() => {
    scroller.attach({ box: box.current!, tall: tall.current!, rows: rows.current! }, () =>
      redraw((n) => n + 1),
    );
    return () => scroller.detach();
  }, [scroller]);
  const { first, end } = scroller.window();
  useLayoutEffect(() => scroller.drawn(first));
  useEffect(() => pages.want(first, end), [pages, first, end, round]);
  const isActiveSeen = active >= first && active < end;
  return (
    <div ref={box} class="scroll-box" onScroll={() => scroller.onScroll()}>
      <div ref={tall} class="scroll-tall">
        <div ref={rows} class="scroll-rows" role="feed" aria-label="Timeline" aria-busy={!pages.isKnown}>
          {Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i).map((row) => (
            <RowFrame
              key={row}
              {...{ at: row, row: pages.row(row), total: pages.total, round, render, onActive }}
              isActive={row === active}
              isStop={isActiveSeen ? row === active : row === first}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
