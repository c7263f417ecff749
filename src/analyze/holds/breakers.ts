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
  /** What any call may break; what says the same, in the same folder, is asked once. */
  readonly always: readonly Alike[];
  readonly byWord: ReadonlyMap<string, readonly number[]>;
};

/** Constraints that one breaker judges. */
type Alike = { readonly breaker: Breaker; readonly places: number[] };

/** So many targets are remembered. */
const MAX_KNOWN = 20_000;

/** What calls break of what holds. A call is compared with what its names may be targets of, however much holds. */
export class Breakers {
  readonly #worlds = new Map<string, BreachWorld>();
  readonly #made = new Map<string, Breaker>();
  /** The same by constraint, so that most need not be spelled out to be known again. */
  readonly #known = new WeakMap<Standing, Map<string, Breaker>>();
  readonly #words = new Map<string, readonly string[] | undefined>();
  /** Calls come in the order of turns: the list of the last one is mostly that of the next. */
  #book: Book | undefined;

  /** In the order of the list. */
  brokenBy(seen: Seen, standing: readonly Standing[], home: string): readonly Broken[] {
    if (standing.length === 0) return [];
    const world = this.#worldOf(home);
    const { always, byWord } = this.#bookOf(standing, home);
    const places = new Set<number>();
    const judged = new Map<Breaker, Breach | undefined>();
    const judge = (breaker: Breaker): Breach | undefined => {
      if (!judged.has(breaker)) judged.set(breaker, breaker(seen));
      return judged.get(breaker);
    };
    for (const { breaker, places: alike } of always)
      if (judge(breaker) !== undefined) for (const place of alike) places.add(place);
    if (byWord.size > 0)
      for (const name of namesTouched(seen.seen, world))
        for (const part of componentsOf(name.toLowerCase()))
          for (const place of byWord.get(part) ?? []) places.add(place);
    return [...places]
      .sort((a, b) => a - b)
      .flatMap((place) => {
        const of = standing[place]!;
        const breach = judge(this.#breakerOf(of, home));
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
    const always = new Map<Breaker, number[]>();
    const byWord = new Map<string, number[]>();
    for (const [place, one] of standing.entries()) {
      const { hold, base } = one;
      if (hold.kind === 'scope') continue;
      const words = targetsOf(hold).map((target) => this.#wordsOf(target, base, home));
      if (words.length === 0 || words.includes(undefined)) push(always, this.#breakerOf(one, home), place);
      else for (const word of words.flatMap((some) => some ?? [])) push(byWord, word, place);
    }
    const alike = [...always].map(([breaker, places]): Alike => ({ breaker, places }));
    this.#book = { standing, home, always: alike, byWord };
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

  #breakerOf(standing: Standing, home: string): Breaker {
    const known = this.#known.get(standing) ?? new Map<string, Breaker>();
    this.#known.set(standing, known);
    const breaker = known.get(home) ?? this.#breakerFor(standing, home);
    known.set(home, breaker);
    return breaker;
  }

  /** One for all constraints that say the same of the same folder. */
  #breakerFor({ hold: { kind, targets, except }, base }: Standing, home: string): Breaker {
    const key = JSON.stringify([kind, targets, except, base, home]);
    const made = this.#made.get(key);
    if (made !== undefined) return made;
    const held: HeldConstraint = { id: '', kind, targets, except, by: 'person', base, root: base };
    const breaker = breakerOf(held, this.#worldOf(home));
    if (this.#made.size >= MAX_KNOWN) this.#made.clear();
    this.#made.set(key, breaker);
    return breaker;
  }
}

function push<K>(into: Map<K, number[]>, key: K, place: number): void {
  const places = into.get(key);
  if (places === undefined) into.set(key, [place]);
  else places.push(place);
}
