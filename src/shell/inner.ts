import type { Input, Place } from './command.ts';
import { literal, type Word } from './word.ts';

/** What a wrapper runs: another command's words, or a text that a shell reads. */
export type Inner = {
  readonly words?: readonly Word[];
  readonly script?: Word;
  /** The script's `$1`, `$2`, … */
  readonly args?: readonly Word[];
  /** The script's `$0`. */
  readonly zero?: Word;
  /** What the words' command reads on its stdin, where that is not its wrapper's. */
  readonly input?: Input;
  readonly assignments?: readonly { readonly name: string; readonly value: Word }[];
  readonly cwd?: Word;
  readonly place?: Place;
  /** `eval` and `source` run in the shell itself: what they set stays set. */
  readonly same?: boolean;
};

/** A script's words joined as `eval` and `ssh` join them. */
export function joined(words: readonly Word[]): Word {
  const from = words.flatMap((word) => word.from ?? []);
  return {
    ...literal(words.map((word) => word.text).join(' ')),
    ...(words.some((word) => word.unresolved) ? { unresolved: true } : {}),
    ...(from.length > 0 ? { from } : {}),
  };
}
