import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type { Insertion } from './insertion.ts';
import { gapIn, type JsonLayout, layoutOf, lineIndent, ownIndent, rendered } from './json-layout.ts';

/** What is put into a JSON object: members that it lacks, and elements at the end of arrays that it has. */
export type JsonAddition =
  | {
      readonly kind: 'member';
      readonly path: readonly string[];
      readonly key: string;
      readonly value: unknown;
    }
  | { readonly kind: 'element'; readonly path: readonly string[]; readonly value: unknown };

/**
 * Where which text goes in, so that the additions stand at the end of what `path` names; all else stays byte for byte. The
 * text parses, and each path leads to an object or array of it (`root` is its tree).
 */
export function jsonInsertions(
  text: string,
  root: Node,
  additions: readonly JsonAddition[],
): readonly Insertion[] {
  const layout = layoutOf(text, root);
  const places = new Map<Node, JsonAddition[]>();
  for (const addition of additions) {
    const place = addition.path.length === 0 ? root : findNodeAtLocation(root, [...addition.path])!;
    places.set(place, [...(places.get(place) ?? []), addition]);
  }
  return [...places]
    .flatMap(([place, all]) => intoContainer({ text, place, layout }, all))
    .sort((a, b) => a.offset - b.offset);
}

type Into = { readonly text: string; readonly place: Node; readonly layout: JsonLayout };

function intoContainer(
  { text, place, layout }: Into,
  additions: readonly JsonAddition[],
): readonly Insertion[] {
  const last = place.children?.at(-1);
  const close = place.offset + place.length - 1;
  const from = last === undefined ? place.offset + 1 : last.offset + last.length;
  const gap = gapIn(text, from, close);
  const broken = layout.lines && (last === undefined || /[\r\n]/.test(text.slice(place.offset, close)));
  const style = { ...layout, lines: broken };
  const outer = lineIndent(text, place.offset);
  const indent = (last === undefined ? undefined : ownIndent(text, last.offset)) ?? outer + layout.unit;
  const next = broken ? `${layout.eol}${indent}` : '';
  const items = additions.map((addition) => itemOf(addition, style, indent));
  const body = next + items.join(`,${broken ? next : layout.space}`);
  if (last === undefined) {
    const ends = broken && !/[\r\n]/.test(text.slice(gap.end, close)) ? `${layout.eol}${outer}` : '';
    return [{ offset: gap.end, text: body + ends }];
  }
  const between = broken ? '' : layout.space;
  if (gap.comma !== undefined) return [{ offset: gap.end, text: `${between}${body},` }];
  if (gap.end === from) return [{ offset: from, text: `,${between}${body}` }];
  return [
    { offset: from, text: ',' },
    { offset: gap.end, text: between + body },
  ];
}

function itemOf(addition: JsonAddition, layout: JsonLayout, indent: string): string {
  const value = rendered(addition.value, layout, indent);
  if (addition.kind === 'element') return value;
  return `${JSON.stringify(addition.key)}:${layout.lines ? ' ' : layout.space}${value}`;
}
