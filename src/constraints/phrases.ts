import { addPhrase, newPlace, type Place } from './pattern.ts';
import type { Token } from './token.ts';

/** A phrase found: what it means, and the index of the token after it. */
export type Found<T> = { readonly value: T; readonly next: number };

/** All the places that the words so far may have led to. What follows a word is worked out when it is first met. */
type State = {
  readonly moves: Map<string, State | readonly Place[]>;
  readonly ends: number | undefined;
};

/**
 * Phrases of one to a dozen words, each with a meaning. All are tried at once, word by word: to look for them takes a
 * step for each word that they have in common with the text.
 */
export class PhraseTable<T> {
  readonly #values: readonly T[];
  readonly #start: State;

  /** Pairs of a meaning and patterns (`addPhrase`). */
  constructor(entries: readonly (readonly [T, readonly string[]])[]) {
    this.#values = entries.map(([value]) => value);
    const begin = newPlace();
    for (const [number, [, patterns]] of entries.entries())
      for (const pattern of patterns) addPhrase(begin, pattern, number);
    this.#start = stateOf([begin]);
  }

  /** The words that its phrases begin with. */
  firstWords(): readonly string[] {
    return [...this.#start.moves.keys()];
  }

  /** The longest phrase that begins with token `i`; of equals the first. Quoted words are nobody's phrase. */
  find(tokens: readonly Token[], i: number): Found<T> | undefined {
    let state = this.#start;
    let ends: number | undefined;
    let next = i;
    for (let at = i; at < tokens.length; at++) {
      const { low, quoted, kind } = tokens[at]!;
      const move = quoted || kind === 'mark' ? undefined : state.moves.get(low);
      if (move === undefined) break;
      if ('moves' in move) state = move;
      else {
        const behind = stateOf(move);
        state.moves.set(low, behind);
        state = behind;
      }
      if (state.ends === undefined) continue;
      ends = state.ends;
      next = at + 1;
    }
    return ends === undefined ? undefined : { value: this.#values[ends]!, next };
  }
}

function stateOf(places: readonly Place[]): State {
  const reached = new Set(places);
  const moves = new Map<string, Place[]>();
  let ends: number | undefined;
  for (const place of reached) {
    for (const further of place.open ?? []) reached.add(further);
    if (place.ends !== undefined) ends = Math.min(ends ?? place.ends, place.ends);
    const { word, behind } = place;
    if (word === undefined || behind === undefined) continue;
    const there = moves.get(word);
    if (there === undefined) moves.set(word, [behind]);
    else there.push(behind);
  }
  return { moves, ends };
}

/** A table of phrases that all mean the same. */
export function phrases(...patterns: readonly string[]): PhraseTable<true> {
  return new PhraseTable([[true, patterns]]);
}

/** The words of a list that is written as one string. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}
