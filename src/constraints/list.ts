import type { Said } from './english/sentence.ts';
import type { Token } from './token.ts';
import type { Upcoming } from './upcoming.ts';

/** A longer sentence, or a further item, is no head of a list, or item of one. */
const LONGEST_HEAD = 12;
const MOST_ITEMS = 32;

/** Reads a sentence as one that stands in its place. */
type Read = (tokens: readonly Token[]) => readonly Said[];

/** What a list's head says with one of its items behind it. */
export type Item = { readonly tokens: readonly Token[]; readonly said: readonly Said[] };

/**
 * hostile: a sentence. "Do not modify:", and a list below it: what the sentence says with each of the lines
 * below as its object. Nothing where it says all by itself.
 */
export function listAt(tokens: readonly Token[], upcoming: Upcoming, read: Read): readonly Item[] {
  const last = tokens.at(-1)!;
  const head = last.low === ':' ? tokens.slice(0, -1) : tokens;
  if (head.length === 0 || head.length > LONGEST_HEAD) return [];
  if (last.kind === 'mark' && last.low !== ':') return [];
  if (!isItem(upcoming.peek(0)?.[0], last.low === ':')) return [];
  if (read(head).some(({ found }) => found.say === 'hold' && found.targets.length > 0)) return [];
  return itemsBelow(upcoming).flatMap((item) => {
    const whole = [...head, ...item];
    const said = read(whole).filter(
      ({ found, from, to }) => found.say === 'hold' && from < head.length && to > head.length,
    );
    return said.length === 0 ? [] : [{ tokens: whole, said }];
  });
}

/** The first sentences of the lines below. */
function itemsBelow(upcoming: Upcoming): readonly (readonly Token[])[] {
  const items: (readonly Token[])[] = [];
  for (let further = 0; further < MOST_ITEMS; further++) {
    const sentence = upcoming.peek(further);
    const first = sentence?.[0];
    if (first === undefined) break;
    if (first.line === 'inside') continue;
    if (!isItem(first, items.length === 0 || first.line === items[0]![0]!.line)) break;
    items.push(sentence!);
  }
  return items;
}

function isItem(first: Token | undefined, plain: boolean): boolean {
  return first?.line === 'bullet' || (plain && first?.line === 'begins');
}
