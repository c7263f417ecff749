import type { Token } from './token.ts';

type Node<T> = { readonly next: Map<string, Node<T>>; value: T | undefined };

/** A phrase found: what it means, and the index of the token after it. */
export type Found<T> = { readonly value: T; readonly next: number };

/** Phrases of one to a dozen words, each with a meaning. Looking one up takes the length of the longest at most. */
export class PhraseTable<T> {
  readonly #root: Node<T> = { next: new Map(), value: undefined };

  /** Pairs of a meaning and patterns: words in a row, `(a|b c)` one of them, `?` behind it: or none. */
  constructor(entries: readonly (readonly [T, readonly string[]])[]) {
    for (const [value, patterns] of entries) {
      for (const pattern of patterns) for (const words of expand(pattern)) this.#add(words, value);
    }
  }

  #add(words: readonly string[], value: T): void {
    let node = this.#root;
    for (const word of words) {
      let next = node.next.get(word);
      if (next === undefined) {
        next = { next: new Map(), value: undefined };
        node.next.set(word, next);
      }
      node = next;
    }
    node.value ??= value;
  }

  /** The longest phrase that begins with token `i`. Quoted words are nobody's phrase. */
  find(tokens: readonly Token[], i: number): Found<T> | undefined {
    let node = this.#root;
    let found: Found<T> | undefined;
    for (let at = i; at < tokens.length; at++) {
      const token = tokens[at]!;
      if (token.quoted || token.kind === 'mark') return found;
      const next = node.next.get(token.low);
      if (next === undefined) return found;
      node = next;
      if (node.value !== undefined) found = { value: node.value, next: at + 1 };
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

/** Every row of words that a pattern stands for. */
function expand(pattern: string): readonly (readonly string[])[] {
  let rows: string[][] = [[]];
  for (const [, group, optional, word] of pattern.matchAll(/\(([^()]*)\)(\??)|([^\s()]+)/g)) {
    const choices = group === undefined ? [[word!]] : group.split('|').map((choice) => choice.split(' '));
    if (optional === '?') choices.push([]);
    rows = rows.flatMap((row) => choices.map((choice) => [...row, ...choice]));
  }
  return rows.filter((row) => row.length > 0);
}
