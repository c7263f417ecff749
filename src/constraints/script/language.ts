import type { PlainAct } from '../plain/language.ts';

/**
 * The words of a language that is written without blanks. They are looked for in a clause, paths taken out; what a
 * description, question or feature needs rules the clause out.
 */
export type ScriptLanguage = {
  /** Characters of its own. */
  readonly letters: RegExp;
  /** It bans. */
  readonly bans: RegExp;
  /** It says no ban although a ban's words are there: a question, a feature, an error, a permission. */
  readonly rulesOut: RegExp;
  readonly acts: readonly (readonly [PlainAct, RegExp])[];
  /** "only" with a place. */
  readonly only: RegExp;
  /** "outside", "except": with a ban a scope. */
  readonly except: RegExp;
  /** A push by force. */
  readonly force: RegExp;
  /** Nouns for a folder, behind its name. */
  readonly folders: RegExp;
  /** Files or code that something sets apart: "the generated files". */
  readonly qualified: RegExp;
  /** What else stands in a clause that bans an act as such: "please", "yet". */
  readonly fillers: RegExp;
  /** "it", "them". */
  readonly pronouns: RegExp;
  /** All files: what is banned then is writing as such. */
  readonly everything: RegExp;
  /** "leave as it is". */
  readonly kept: RegExp;
  readonly readOnly: RegExp;
  readonly offline: RegExp;
  /** Artefacts by name. */
  readonly artefacts: RegExp;
};
