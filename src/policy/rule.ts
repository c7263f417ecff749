import type { TargetRole } from '../model/target.ts';
import type { VerdictWord } from '../model/verdict.ts';
import type { Effect } from '../shell/effect.ts';

/** One rule of a policy. Every matcher that it has must hold for the same simple command or native write. */
export type Rule = {
  /** The rule's id in verdicts and records: its own `id`, else `<policy>/<number>`. */
  readonly id: string;
  /** Words of a simple command after unwrapping: `*` inside a word, `**` any words. */
  readonly match?: string;
  /** Path components of a target: a whole `*` is any number of them. Or a place: `@outside`. */
  readonly matchPath?: string;
  /** What the command does, as the shell reader names it. */
  readonly effects?: readonly Effect[];
  /** Tool names this rule is for; every tool where absent. */
  readonly tools?: readonly string[];
  /** Which targets `matchPath` looks at; written, added and removed where absent. */
  readonly roles?: readonly TargetRole[];
  readonly action: VerdictWord;
  readonly reason?: string;
  /** Whether `match` and `matchPath` tell upper from lower case; yes where absent. */
  readonly caseSensitive: boolean;
  readonly line: number;
};

/** A case that `policy test` runs. */
export type PolicyTest = {
  readonly command?: string;
  readonly path?: string;
  readonly tool?: string;
  readonly expect: VerdictWord;
};

export type Policy = {
  /** Where it came from, for messages: a path, or `starter`. */
  readonly name: string;
  /** A project's policy may only tighten. */
  readonly scope: 'own' | 'project';
  readonly default: VerdictWord;
  readonly failMode?: 'open' | 'closed';
  readonly ask: 'hold' | 'prompt';
  readonly unrecognised: 'allow' | 'deny';
  readonly rules: readonly Rule[];
  readonly tests: readonly PolicyTest[];
};

/** What is wrong or has no effect in a policy file, and where. */
export type PolicyFault = {
  readonly kind: 'error' | 'ignored';
  readonly what: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
};
