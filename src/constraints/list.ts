import type { Said } from './english/sentence.ts';
import type { Token } from './token.ts';

/** A longer sentence, or a further item, is no head of a list, or item of one. */
const LONGEST_HEAD = 12;
const MOST_ITEMS = 32;

/** Reads a sentence as one that stands in its place. */
type Read = (tokens: readonly Token[]) => readonly Said[];

/** What a list's head says with one of its items behind it. */
export type Item = { readonly tokens: readonly Token[]; readonly said: readonly Said[] };

/**
 * hostile: sentences. "Do not modify:", and a list below it: what the sentence at `index` says with each of the lines
 * below as its object. Nothing where it says all by itself.
 */
export function listAt(sentences: readonly (readonly Token[])[], index: number, read: Read): readonly Item[] {
  const tokens = sentences[index]!;
  const last = tokens.at(-1)!;
  const head = last.low === ':' ? tokens.slice(0, -1) : tokens;
  const below = sentences[index + 1]?.[0];
  if (head.length === 0 || head.length > LONGEST_HEAD || !isItem(below, last.low === ':')) return [];
  if (last.kind === 'mark' && last.low !== ':') return [];
  if (read(head).some(({ found }) => found.say === 'hold' && found.targets.length > 0)) return [];
  return itemsBelow(sentences, index + 1).flatMap((item) => {
    const whole = [...head, ...item];
    const said = read(whole).filter(
      ({ found, from, to }) => found.say === 'hold' && from < head.length && to > head.length,
    );
    return said.length === 0 ? [] : [{ tokens: whole, said }];
  });
}

/** The first sentences of the lines below. */
function itemsBelow(sentences: readonly (readonly Token[])[], from: number): readonly (readonly Token[])[] {
  const items: (readonly Token[])[] = [];
  for (let i = from; i < sentences.length && items.length < MOST_ITEMS; i++) {
    const first = sentences[i]![0]!;
    if (first.line === 'inside') continue;
    if (!isItem(first, items.length === 0 || first.line === sentences[from]![0]!.line)) break;
    items.push(sentences[i]!);
  }
  return items;
}

function isItem(first: Token | undefined, plain: boolean): boolean {
  return first?.line === 'bullet' || (plain && first?.line === 'begins');
}
