import type { Token } from './token.ts';

/** The sentences of a prompt, one after the other, with a look at those that follow. */
export class Upcoming {
  readonly #source: Iterator<readonly Token[]>;
  readonly #ahead: (readonly Token[])[] = [];

  constructor(sentences: Iterable<readonly Token[]>) {
    this.#source = sentences[Symbol.iterator]();
  }

  /** The next sentence; nothing at the end. */
  next(): readonly Token[] | undefined {
    return this.#ahead.shift() ?? this.#pulled();
  }

  /** The sentence after the current one, or `further` ones behind that; it stays to be read. */
  peek(further: number): readonly Token[] | undefined {
    while (this.#ahead.length <= further) {
      const sentence = this.#pulled();
      if (sentence === undefined) return undefined;
      this.#ahead.push(sentence);
    }
    return this.#ahead[further];
  }

  #pulled(): readonly Token[] | undefined {
    const { done, value } = this.#source.next();
    return done === true ? undefined : value;
  }
}
