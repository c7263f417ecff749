import { endsOf, firstWords, type Pattern, parsePattern } from './pattern.ts';
import type { Token } from './token.ts';

/** A phrase found: what it means, and the index of the token after it. */
export type Found<T> = { readonly value: T; readonly next: number };

type Entry<T> = { readonly value: T; readonly pattern: Pattern };

/**
 * Phrases of one to a dozen words, each with a meaning. They are looked up by their first word; to try one takes the
 * length of its pattern at most, whatever the text is.
 */
export class PhraseTable<T> {
  readonly #byFirst = new Map<string, Entry<T>[]>();

  /** Pairs of a meaning and patterns (`parsePattern`). */
  constructor(entries: readonly (readonly [T, readonly string[]])[]) {
    for (const [value, patterns] of entries) for (const pattern of patterns) this.#add(value, pattern);
  }

  #add(value: T, text: string): void {
    const pattern = parsePattern(text);
    for (const first of firstWords(pattern)) {
      const there = this.#byFirst.get(first);
      if (there === undefined) this.#byFirst.set(first, [{ value, pattern }]);
      else there.push({ value, pattern });
    }
  }

  /** The words that its phrases begin with. */
  firstWords(): readonly string[] {
    return [...this.#byFirst.keys()];
  }

  /** The longest phrase that begins with token `i`; of equals the first. Quoted words are nobody's phrase. */
  find(tokens: readonly Token[], i: number): Found<T> | undefined {
    const first = tokens[i];
    const entries = first === undefined || first.quoted ? undefined : this.#byFirst.get(first.low);
    if (entries === undefined) return undefined;
    let found: Found<T> | undefined;
    for (const { value, pattern } of entries) {
      for (const next of endsOf(pattern, tokens, i)) {
        if (next > i && next > (found?.next ?? i)) found = { value, next };
      }
    }
    return found;
  }
}

/** A table of phrases that all mean the same. */
export function phrases(...patterns: readonly string[]): PhraseTable<true> {
  return new PhraseTable([[true, patterns]]);
}

/** The words of a list that is written as one string. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}
