import type { HoldKind, Release } from '../hold.ts';
import type { Pronoun } from '../lexicon/english-nouns.ts';
import { PhraseTable, words } from '../phrases.ts';
import type { Token } from '../token.ts';
import type { Noun } from './noun-phrase.ts';

/** What the readers of one sentence share. */
export type Scene = {
  readonly tokens: readonly Token[];
  /** The first instruction of the sentence makes text or a program, so that what follows may be its content. */
  readonly making: boolean;
  /** Its first clause states something about a third party; "no network" behind that is part of the statement. */
  readonly stating: boolean;
  /** A noun is looked at whose clause goes on: "pushes are forbidden". */
  readonly loose?: boolean;
  /** The noun at a token; read once. */
  readonly noun: (i: number) => Noun;
  /** One of the words is there without which nothing is limited to a place. */
  readonly narrowing: boolean;
  /** It has an instruction to write or change something. */
  readonly writing: boolean;
  /** What "it" or "the second" at token `i` stands for; nothing where that is not certain. */
  readonly refer: (pronoun: Pronoun, i: number) => readonly string[];
  /** The last hold of the prompt so far. */
  readonly last: () => Found | undefined;
  /** The paths that earlier instructions of the prompt have as their object. */
  readonly worked: () => readonly string[];
};

/** A hold as it is found: tokens instead of places. */
export type Found =
  | {
      readonly say: 'hold';
      readonly kind: HoldKind;
      readonly targets: readonly string[];
      readonly except: readonly string[];
      readonly untilWord: boolean;
    }
  | {
      readonly say: 'release';
      readonly kinds: readonly HoldKind[];
      readonly targets: readonly string[];
      readonly by: Release['by'];
    }
  | { readonly say: 'named'; readonly targets: readonly string[] };

/** What a sentence says, with the tokens that say so: from the clause's first to behind its last. */
export type Said = { readonly found: Found; readonly from: number; readonly to: number };

/** What a reader made of the clause that begins at a token. */
export type Reading = { readonly found: readonly Found[]; readonly next: number };

/** A reader of one form of words. */
export type Reader = (scene: Scene, i: number) => Reading | undefined;

/** A reader that is tried where a clause begins with one of its words, or wherever it begins with a noun. */
export type ClauseReader = { readonly begins: ReadonlySet<string> | 'noun'; readonly read: Reader };

type Words = PhraseTable<unknown> | ReadonlySet<string>;

/** A reader of clauses that begin with a phrase of these tables. */
export function beginningWith(tables: readonly Words[], read: Reader): ClauseReader {
  const begins = tables.flatMap((table) => (table instanceof PhraseTable ? table.firstWords() : [...table]));
  return { begins: new Set(begins), read };
}

/** A reader of clauses that begin with a noun, which nothing foretells. */
export function beginningWithNoun(read: Reader): ClauseReader {
  return { begins: 'noun', read };
}

export function hold(
  kind: HoldKind,
  targets: readonly string[],
  more: { readonly except?: readonly string[]; readonly untilWord?: boolean } = {},
): Found {
  return { say: 'hold', kind, targets, except: more.except ?? [], untilWord: more.untilWord ?? false };
}

const CONJUNCTIONS = words(
  'and but or nor so then because since as though although while yet plus & cause cuz bc',
);

/** Whether a clause may end before token `i`. */
export function endsAt(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i];
  return (
    token === undefined || token.kind === 'mark' || CONJUNCTIONS.has(token.low) || token.line !== 'inside'
  );
}
