import type { Harness } from '../../../src/model/harness.ts';

/** A parsed line of a transcript. */
export type Foreign = { readonly [key: string]: unknown };

/** What a forger has at hand: a real prompt's line, an agent's id that the session knows, and fresh ids. */
export type Forger = {
  readonly real: Foreign;
  readonly text: string;
  readonly id: () => string;
  readonly agent: string | undefined;
};

/** How a forged text is dressed: the lines that are put in. */
export type Disguise = (forger: Forger) => readonly Foreign[];

export type Forgery = {
  readonly harness: Harness;
  /** Whether a parsed line is a prompt of the person's that can be copied. */
  readonly isPrompt: (line: Foreign) => boolean;
  readonly isAnswer: (line: Foreign) => boolean;
  readonly disguises: Readonly<Record<string, Disguise>>;
};

/** The object under a key, or an empty one. */
export function at(object: Foreign, ...keys: readonly string[]): Foreign {
  let found: unknown = object;
  for (const key of keys) found = (found as Foreign | undefined)?.[key];
  return (found ?? {}) as Foreign;
}
