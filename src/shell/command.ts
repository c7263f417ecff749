import type { Word } from './word.ts';

/** Where a command runs: `container` and `remote` ones see other files than ours. */
export type Place = 'here' | 'container' | 'remote';

/** What flows into a command's stdin, as far as the line shows. */
export type Input =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: Word }
  /** A pipe from these commands. */
  | { readonly kind: 'pipe'; readonly from: readonly SimpleCommand[] };

export type Redirect = {
  /** `<`, `>`, `>>`, `<>`, `>|`, `&>`, `&>>`, `<<`, `<<<`; descriptor copies are left out. */
  readonly operator: string;
  /** The file, or the text of a here-document or here-string. */
  readonly word: Word;
};

/** One simple command of a line: what a rule is matched against. */
export type SimpleCommand = {
  /** The words after quotes, variables and unwrapping; the first is the command as written. */
  readonly words: readonly Word[];
  /** The command's name: the last component of the first word, `.exe` dropped; empty where it is unknown. */
  readonly name: string;
  readonly assignments: readonly { readonly name: string; readonly value: Word }[];
  readonly redirects: readonly Redirect[];
  /** The directory it runs in, absolute; text with `$…` where it is unknown. */
  readonly cwd: Word;
  /** The commands it was unwrapped from, outermost first. */
  readonly via: readonly string[];
  /** It only runs what follows it in the list (`sudo`, `env`, `sh -c`, `xargs`). */
  readonly wrapper?: true;
  readonly place: Place;
  readonly input?: Input;
  /** How many wrappers, substitutions and scripts deep it is. */
  readonly depth: number;
};

/** What kept a line from being read in full. Each is a verdict of its own: such a line is never silently allowed. */
export type Problem = {
  readonly kind: 'unreadable' | 'too_deep' | 'too_big';
  readonly what: string;
};

/** The simple commands of one line, in the order in which they stand. */
export type Reading = {
  readonly commands: readonly SimpleCommand[];
  readonly problems: readonly Problem[];
};
