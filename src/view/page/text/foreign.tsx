import type { JSX } from 'preact';
import { count } from './numbers.ts';
import { visiblePieces } from './visible.ts';

/** What stands in a line is no longer than that; texts that can be longer are `Words`. */
const MOST = 2_000;

/** Foreign text in a line of ours: isolated, so that its direction ends where it ends, and nothing in it unseen. */
export function Foreign({ text, mono }: { readonly text: string; readonly mono?: boolean }): JSX.Element {
  return (
    <bdi class={mono === true ? 'foreign mono' : 'foreign'} dir="auto">
      {shown(
        text.length <= MOST ? text : `${text.slice(0, MOST)}… (${count(text.length - MOST)} more characters)`,
      )}
    </bdi>
  );
}

/** The pieces of a foreign text, for inside an element that isolates it. */
export function shown(text: string): readonly (string | JSX.Element)[] {
  return visiblePieces(text).map(({ kind, text: piece }, i) =>
    kind === 'plain' ? (
      piece
    ) : (
      <span key={i} class="unseen">
        {piece}
      </span>
    ),
  );
}
