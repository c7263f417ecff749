import type { Pronoun } from './lexicon/english-nouns.ts';
import { readableLines } from './lines.ts';
import { antecedent, type Mention, mentionsOf, placedLater } from './mentions.ts';
import { sentencesOf } from './sentence.ts';
import type { Token } from './token.ts';
import type { Upcoming } from './upcoming.ts';

/** How many earlier prompts are looked through for what "it" stands for. */
const EARLIER = 3;
/** How many sentences back "it" may have been named. */
const SENTENCES = 40;
/** How many mentions are looked at. */
const NEAR = 8;
/** Behind so many tokens no one says where "it" is. */
const LATER = 14;

type Read = { readonly tokens: readonly Token[]; mentions?: readonly Mention[] };

/** What the words before a pronoun name, in the sentences of a prompt and in the prompts before it. */
export class Reference {
  readonly #earlier: readonly string[];
  readonly #upcoming: Upcoming;
  readonly #read: Read[] = [];
  #before: readonly (readonly Mention[])[] | undefined;

  constructor(upcoming: Upcoming, earlier: readonly string[]) {
    this.#upcoming = upcoming;
    this.#earlier = earlier;
  }

  /** Goes on to a sentence. */
  enter(tokens: readonly Token[]): void {
    this.#read.push({ tokens });
    if (this.#read.length > SENTENCES) this.#read.shift();
  }

  /** What the pronoun before token `i` of the sentence stands for; nothing where that is not certain. */
  refer(pronoun: Pronoun, i: number): readonly string[] {
    const later = placedLater(this.#following(i), 0);
    if (later.length > 0) return later;
    const near = this.#near(i);
    if (near.length > 0) return antecedent(pronoun, near);
    const found = this.#mentionedBefore().find((mentions) => mentions.length > 0);
    return found === undefined ? [] : antecedent(pronoun, found);
  }

  /** What the sentence itself names. */
  mentioned(): readonly Mention[] {
    return mentionsIn(this.#read.at(-1)!);
  }

  #following(i: number): readonly Token[] {
    const tokens = this.#read.at(-1)!.tokens.slice(i, i + LATER);
    for (let further = 0; tokens.length < LATER; further++) {
      const sentence = this.#upcoming.peek(further);
      if (sentence === undefined) break;
      tokens.push(...sentence.slice(0, LATER - tokens.length));
    }
    return tokens;
  }

  /** The last few mentions before token `i`, in their order. */
  #near(i: number): readonly Mention[] {
    const { tokens } = this.#read.at(-1)!;
    const offset = tokens[Math.min(i, tokens.length - 1)]!.at;
    let near = this.mentioned().filter(({ at }) => at < offset);
    for (let back = this.#read.length - 2; back >= 0 && near.length < NEAR; back--)
      near = [...mentionsIn(this.#read[back]!), ...near];
    return near.slice(-NEAR);
  }

  /** The mentions of the prompts before, the last prompt first. */
  #mentionedBefore(): readonly (readonly Mention[])[] {
    this.#before ??= this.#earlier
      .slice(-EARLIER)
      .reverse()
      .map((text) => mentionsOf(sentencesOf(readableLines(text)).flat()));
    return this.#before;
  }
}

function mentionsIn(read: Read): readonly Mention[] {
  read.mentions ??= mentionsOf(read.tokens);
  return read.mentions;
}
