import type { Said } from './english/scene.ts';
import { words } from './phrases.ts';
import type { Token } from './token.ts';
import type { Upcoming } from './upcoming.ts';

/** A longer sentence is no head of a list. */
const LONGEST_HEAD = 12;
const MOST_ITEMS = 32;
/** Words that a head ends with: what it says needs an object yet, or says "these files". */
const HANGING = words(`
  not don't never no without avoid only except but touch modify change edit alter delete remove commit push install update
  write touching modifying changing editing deleting removing files file folders folder directories paths following these
  modules things areas places ones in to on of from under inside off limits bounds scope frozen forbidden
  untouchable untouched unchanged alone protected
`);

/** Reads a sentence as one that stands in its place. */
type Read = (tokens: readonly Token[]) => readonly Said[];

/** What a list's head says with one of its items behind it. */
export type Item = { readonly tokens: readonly Token[]; readonly said: readonly Said[] };

/** The items that say something with the head before them, and how many sentences were looked at for them. */
export type List = { readonly items: readonly Item[]; readonly looked: number };

const NONE: List = { items: [], looked: 0 };

/**
 * hostile: a sentence. "Do not modify:", and a list below it: what the sentence says with each of the lines below as its
 * object. Nothing where it says all by itself.
 */
export function listAt(tokens: readonly Token[], upcoming: Upcoming, read: Read): List {
  const last = tokens.at(-1)!;
  const head = last.low === ':' ? tokens.slice(0, -1) : tokens;
  if (head.length > LONGEST_HEAD || !HANGING.has(head.at(-1)?.low ?? '')) return NONE;
  const lines = itemsBelow(upcoming, last.low === ':');
  const items = lines.flatMap((line) => {
    const whole = [...head, ...line];
    const said = read(whole).filter(
      ({ found, from, to }) => found.say === 'hold' && from < head.length && to > head.length,
    );
    return said.length === 0 ? [] : [{ tokens: whole, said }];
  });
  return { items, looked: lines.length };
}

/** The first sentences of the lines below. `plain`: the lines may be without a list's marks. */
function itemsBelow(upcoming: Upcoming, plain: boolean): readonly (readonly Token[])[] {
  const items: (readonly Token[])[] = [];
  for (let further = 0; further < MOST_ITEMS; further++) {
    const sentence = upcoming.peek(further);
    const first = sentence?.[0];
    if (first === undefined || (items.length === 0 && first.line === 'inside')) break;
    if (first.line === 'inside') continue;
    if (!isItem(first, plain) || sentence!.at(-1)!.low === ':') break;
    if (items.length > 0 && first.line !== items[0]![0]!.line) break;
    items.push(sentence!);
  }
  return items;
}

function isItem(first: Token, plain: boolean): boolean {
  return first.line === 'bullet' || (plain && first.line === 'begins');
}
