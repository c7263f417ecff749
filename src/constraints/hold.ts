/** What a person can hold back. `scope` is recorded, and checked after the run. */
export const HOLD_KINDS = [
  'no_modify',
  'read_only',
  'no_push',
  'no_commit',
  'no_network',
  'no_install',
  'no_delete',
  'scope',
] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

/** A range of the prompt, in UTF-16 units: the words that a statement rests on. */
export type Words = { readonly at: number; readonly length: number };

/**
 * Something that the person said not to do, or the only places to write to (`scope`). No targets: everything.
 * A target is the person's spelling without article, quotes and backticks.
 */
export type Hold = {
  readonly kind: HoldKind;
  readonly targets: readonly string[];
  /** What was excepted from it in the same breath: "nothing in src/ except src/a.py". */
  readonly except: readonly string[];
  /** It is to end at the person's word ("until I review"); a bare "go ahead" later releases it. */
  readonly untilWord: boolean;
  readonly words: Words;
};

/** Something that the person took back, or allowed. No targets: all of these kinds. */
export type Release = {
  readonly kinds: readonly HoldKind[];
  readonly targets: readonly string[];
  /**
   * `permission`: "you may edit X now". `go_ahead`: a bare "approved", which ends what waited for the person's word.
   * `instruction`: it was told to be done ("now push"), which ends a hold of an earlier prompt only.
   */
  readonly by: 'permission' | 'go_ahead' | 'instruction';
  readonly words: Words;
};

/** A path or artefact that an instruction of the person has as its object; widens a scope given earlier. */
export type Named = { readonly target: string; readonly words: Words };

/** All that a prompt says about what may be done, each list in the order of the prompt. */
export type PromptReading = {
  readonly holds: readonly Hold[];
  readonly releases: readonly Release[];
  readonly named: readonly Named[];
};
