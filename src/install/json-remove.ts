import type { Node } from 'jsonc-parser';
import { gapIn } from './json-layout.ts';

/** A stretch of a text, from `start` up to and without `end`. */
export type Stretch = { readonly start: number; readonly end: number };

/**
 * The stretches to cut so that some children leave their object or array: the counterpart of `jsonInsertions`. Comments and
 * blanks of the others stay; a comma goes where it would be left over.
 */
export function cutsOf(text: string, place: Node, gone: ReadonlySet<Node>): readonly Stretch[] {
  const children = place.children ?? [];
  const close = place.offset + place.length - 1;
  const cuts: Stretch[] = [];
  for (let at = 0; at < children.length; at++) {
    if (!gone.has(children[at]!)) continue;
    const first = at;
    while (at + 1 < children.length && gone.has(children[at + 1]!)) at++;
    cuts.push(...cutsOfRun(text, { children, first, last: at, open: place.offset + 1, close }));
  }
  return cuts;
}

type Run = {
  readonly children: readonly Node[];
  /** The children from `first` to `last` go. */
  readonly first: number;
  readonly last: number;
  /** Inside of the brackets. */
  readonly open: number;
  readonly close: number;
};

function cutsOfRun(text: string, { children, first, last, open, close }: Run): readonly Stretch[] {
  const previous = children[first - 1];
  const next = children[last + 1];
  const from = previous === undefined ? open : endOf(previous);
  const before = gapIn(text, from, children[first]!.offset);
  const end = endOf(children[last]!);
  const after = gapIn(text, end, next?.offset ?? close);
  const cut = { start: before.end, end: after.comma?.end ?? end };
  if (next !== undefined || previous === undefined || after.comma !== undefined) return [cut];
  // The last one had no comma behind it, so the one before it must have none now.
  const { comma } = before;
  if (comma === undefined) return [cut];
  return comma.end === before.end ? [{ start: comma.start, end: cut.end }] : [comma, cut];
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

/** The text without some stretches, which may lie in one another. */
export function withoutStretches(text: string, stretches: readonly Stretch[]): string {
  let out = '';
  let at = 0;
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start > at) out += text.slice(at, start);
    at = Math.max(at, end);
  }
  return out + text.slice(at);
}
