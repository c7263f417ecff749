import type { Hold } from '../../constraints/hold.ts';
import { type Breaker, breakerOf, namesTouched, sharedParts, targetsOf } from '../../policy/breach.ts';
import type { BreachWorld } from '../../policy/breach-files.ts';
import type { Breach, HeldConstraint, Seen } from '../../policy/held.ts';
import { readTarget } from '../../policy/held-target.ts';
import { componentsOf } from '../../policy/match.ts';
import { NO_FILES } from '../../policy/real-path.ts';
import type { Standing } from './standing.ts';

export type Broken = { readonly of: Standing; readonly breach: Breach };

/** A list of what holds, by the words that a name must have to be one of its targets: their places in the list. */
type Book = {
  readonly standing: readonly Standing[];
  readonly home: string;
  readonly always: readonly number[];
  readonly byWord: ReadonlyMap<string, readonly number[]>;
};

/** So many targets are remembered. */
const MAX_KNOWN = 20_000;

/** What calls break of what holds. A call is compared with what its names may be targets of, however much holds. */
export class Breakers {
  readonly #worlds = new Map<string, BreachWorld>();
  readonly #made = new WeakMap<Hold, Map<string, Breaker>>();
  readonly #words = new Map<string, readonly string[] | undefined>();
  /** Calls come in the order of turns: the list of the last one is mostly that of the next. */
  #book: Book | undefined;

  /** In the order of the list. */
  brokenBy(seen: Seen, standing: readonly Standing[], home: string): readonly Broken[] {
    if (standing.length === 0) return [];
    const world = this.#worldOf(home);
    const { always, byWord } = this.#bookOf(standing, home);
    const places = new Set(always);
    if (byWord.size > 0)
      for (const name of namesTouched(seen.seen, world))
        for (const part of componentsOf(name.toLowerCase()))
          for (const place of byWord.get(part) ?? []) places.add(place);
    return [...places]
      .sort((a, b) => a - b)
      .flatMap((place) => {
        const of = standing[place]!;
        const breach = this.#breakerOf(of, home)(seen);
        return breach === undefined ? [] : [{ of, breach }];
      });
  }

  #worldOf(home: string): BreachWorld {
    const world = this.#worlds.get(home) ?? sharedParts({ home, files: NO_FILES, below: () => false });
    this.#worlds.set(home, world);
    return world;
  }

  #bookOf(standing: readonly Standing[], home: string): Book {
    if (this.#book?.standing === standing && this.#book.home === home) return this.#book;
    const always: number[] = [];
    const byWord = new Map<string, number[]>();
    for (const [place, { hold, base }] of standing.entries()) {
      if (hold.kind === 'scope') continue;
      const words = targetsOf(hold).map((target) => this.#wordsOf(target, base, home));
      if (words.length === 0 || words.includes(undefined)) always.push(place);
      else
        for (const word of words.flatMap((some) => some ?? [])) {
          const places = byWord.get(word);
          if (places === undefined) byWord.set(word, [place]);
          else places.push(place);
        }
    }
    this.#book = { standing, home, always, byWord };
    return this.#book;
  }

  #wordsOf(target: string, base: string, home: string): readonly string[] | undefined {
    const key = `${home}\n${base}\n${target}`;
    if (this.#words.has(key)) return this.#words.get(key);
    if (this.#words.size >= MAX_KNOWN) this.#words.clear();
    const parts = this.#worldOf(home).partsFrom!(base);
    const { words } = readTarget(target, { base, root: base, parts, home, files: NO_FILES });
    this.#words.set(key, words);
    return words;
  }

  #breakerOf({ hold, base }: Standing, home: string): Breaker {
    const made = this.#made.get(hold) ?? new Map<string, Breaker>();
    this.#made.set(hold, made);
    let breaker = made.get(home);
    if (breaker === undefined) {
      const { kind, targets, except } = hold;
      const held: HeldConstraint = { id: '', kind, targets, except, by: 'person', base, root: base };
      breaker = breakerOf(held, this.#worldOf(home));
      made.set(home, breaker);
    }
    return breaker;
  }
}
