import type { PhraseTable } from '../phrases.ts';

/** What a verb or noun of a plain ban is about. */
export type PlainAct =
  | 'modify'
  | 'write'
  | 'push'
  | 'force'
  | 'commit'
  | 'network'
  | 'install'
  | 'delete'
  | 'add'
  | 'use'
  | 'do';

/**
 * The words of a language in which plain bans are read. A clause is read only where every word of it is known here, so
 * that a description, a question or a condition, which needs other words, is none.
 */
export type PlainLanguage = {
  /** "not", "never"; for a language that brackets the verb, both halves. */
  readonly negations: PhraseTable<true>;
  /** "without". */
  readonly without: PhraseTable<true>;
  /** "only": with a verb that writes and a place it makes a scope. */
  readonly only: PhraseTable<true>;
  /** "que" behind "ne": a negation that leaves only this; with a verb that writes it makes a scope. */
  readonly butOnly: PhraseTable<true>;
  /** "except", "outside": behind "nothing" it makes a scope. */
  readonly except: PhraseTable<true>;
  readonly verbs: PhraseTable<PlainAct>;
  /** Nouns that, negated, are bans: "no commits". */
  readonly deeds: PhraseTable<PlainAct>;
  /** "nothing", which negates too. */
  readonly nothing: PhraseTable<true>;
  /** "anything", "the code", "any file". */
  readonly everything: PhraseTable<true>;
  /** Artefacts; the person's spelling is the target. */
  readonly artefacts: PhraseTable<true>;
  /** Nouns for a folder; the word behind one is its name. */
  readonly folders: ReadonlySet<string>;
  /** Words before which a comma parts nothing: "so, wie es ist". */
  readonly tied: ReadonlySet<string>;
  /** "leave", "keep", with a state behind the object. */
  readonly keep: PhraseTable<true>;
  readonly states: PhraseTable<true>;
  /** "hands off". */
  readonly handsOff: PhraseTable<true>;
  /** A clause that says it all: "only read". */
  readonly readOnly: PhraseTable<true>;
  readonly offline: PhraseTable<true>;
  /** Articles, prepositions, "please", "now": they change nothing. */
  readonly fillers: PhraseTable<true>;
  /** From here on it says why, or until when. */
  readonly tails: PhraseTable<true>;
  /** "if", "when": what hangs on it is not held. */
  readonly conditions: ReadonlySet<string>;
  /** A question that asks to do it: "could you please". */
  readonly requests: PhraseTable<true>;
  /** "and", "but", "or": clauses are parted there too. */
  readonly joiners: ReadonlySet<string>;
};
