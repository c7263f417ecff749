import type { JSX } from 'preact';
import type { Marks } from '../../api.ts';
import { count } from '../text/numbers.ts';
import { JUMPS, type JumpKind, positionOf } from './jumps.ts';

type ToolbarProps = {
  readonly marks: Marks | undefined;
  readonly active: number;
  readonly total: number;
  readonly onJump: (kind: JumpKind, step: 1 | -1) => void;
  readonly onEnds: (end: 'first' | 'last') => void;
};

/** To the next and to the last of what a reviewer looks for. */
export function Toolbar({ marks, active, total, onJump, onEnds }: ToolbarProps): JSX.Element {
  return (
    <div class="toolbar" role="toolbar" aria-label="Go to">
      {JUMPS.map(({ kind, name }) => {
        const list = marks?.[kind] ?? [];
        const at = positionOf(list, active);
        return (
          <span key={kind} class={`jump jump-${kind}`}>
            <button
              type="button"
              aria-label={`${name}: one before`}
              disabled={list.length === 0}
              onClick={() => onJump(kind, -1)}
            >
              ‹
            </button>
            <span>
              {name} <small>{list.length === 0 ? '0' : `${count(at)}/${count(list.length)}`}</small>
            </span>
            <button
              type="button"
              aria-label={`${name}: next`}
              disabled={list.length === 0}
              onClick={() => onJump(kind, 1)}
            >
              ›
            </button>
          </span>
        );
      })}
      <span class="jump">
        <button type="button" aria-label="first row" onClick={() => onEnds('first')}>
          ⤒
        </button>
        <span>
          row {count(Math.min(active + 1, total))} <small>of {count(total)}</small>
        </span>
        <button type="button" aria-label="last row, and follow" onClick={() => onEnds('last')}>
          ⤓
        </button>
      </span>
    </div>
  );
}
