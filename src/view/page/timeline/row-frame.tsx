import { Component, type JSX } from 'preact';
import type { Row } from '../../api.ts';
import { visibleText } from '../text/visible.ts';

export type RowFrameProps = {
  readonly at: number;
  /** Undefined until it came. */
  readonly row: Row | undefined;
  readonly total: number;
  readonly round: number;
  readonly isActive: boolean;
  /** The Tab key stops at it. */
  readonly isStop: boolean;
  readonly render: (row: Row) => JSX.Element;
  readonly onActive: (row: number) => void;
};

/** A row's place in the list. Drawn again only when something of it is other. */
export class RowFrame extends Component<RowFrameProps> {
  override shouldComponentUpdate(next: RowFrameProps): boolean {
    const { props } = this;
    return (
      next.row !== props.row ||
      next.isActive !== props.isActive ||
      next.isStop !== props.isStop ||
      next.total !== props.total ||
      next.render !== props.render
    );
  }

  override render(): JSX.Element {
    const { at, row, total, isActive, isStop, render, onActive } = this.props;
    return (
      <article
        class={`row row-${row?.kind ?? 'coming'} depth-${Math.min(row?.depth ?? 0, 6)}${isActive ? ' active' : ''}`}
        data-row={at}
        tabIndex={isStop ? 0 : -1}
        aria-posinset={at + 1}
        aria-setsize={total}
        aria-label={row === undefined ? `row ${at + 1}, loading` : nameOf(row)}
        onFocus={() => onActive(at)}
        onPointerDown={() => onActive(at)}
      >
        {row === undefined ? <p class="coming">…</p> : render(row)}
      </article>
    );
  }
}

/** What a row is called, in a few words. */
function nameOf(row: Row): string {
  const what = row.kind === 'call' ? `call ${row.name}: ${row.gist}` : row.kind;
  const verdict = row.kind === 'call' && row.verdict !== undefined ? `, ${row.verdict}` : '';
  return `row ${row.row + 1}, ${visibleText(what.slice(0, 120))}${verdict}`;
}
