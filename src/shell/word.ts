import type { SimpleCommand } from './command.ts';

/**
 * One word of a command after quotes and variables. Parts that could not be known stand in `text` as `$NAME` (a
 * variable nobody set on the line) or `$(…)` (anything else), and `unresolved` is set.
 */
export type Word = {
  readonly text: string;
  readonly unresolved?: true;
  /** Has an unquoted `*`, `?` or `[`. */
  readonly glob?: true;
  /** Stands for everything found below it (`find -exec`, `xargs`). */
  readonly tree?: true;
  /** The commands whose output it holds, where the line does not show that output. */
  readonly from?: readonly SimpleCommand[];
};

/** The text that stands for what a substitution prints. */
export const UNKNOWN_TEXT = '$(…)';
export const UNKNOWN: Word = { text: UNKNOWN_TEXT, unresolved: true };

/** Longer values are not followed: `a=$a$a` thirty times over would be a gigabyte. */
export const MAX_VALUE = 65_536;

/** A word that is its text. */
export function literal(text: string): Word {
  return { text };
}

/** The words of `text` split at white space, each with the marks of `like`. */
export function splitWords(text: string, like: Omit<Word, 'text'> = {}): readonly Word[] {
  return text
    .split(/[ \t\n]/)
    .filter((piece) => piece !== '')
    .map((piece) => ({ ...like, text: piece }));
}

/** The words' texts with a space between. */
export function textOf(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ');
}

/** Whether any word has an unknown part. */
export function anyUnresolved(words: readonly Word[]): boolean {
  return words.some((word) => word.unresolved === true);
}
