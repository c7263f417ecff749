import type { Origin } from '../../../model/reading.ts';

/**
 * What stands for it that the harness itself wrote a text in the user's place.
 * `form`: the whole text says nothing that anybody could give.
 * `near`: a line of such a type within so many lines before or behind it; none of either is its own line.
 * `quoted_near`: such a line, which has its words.
 * `said_near`: another line with a message in the user's place, of such an origin, within so many lines.
 * `hook`: a prompt hook saw the same text, and it was the harness's own.
 * `agent`: it names a subagent, or a background command, that is known.
 * `opening`: it is the first of its sort since a line of such a type or the file's beginning, nothing was said since, and
 * no line of a type that ends the opening stands between.
 * `behind_prompt`: right behind a message of the person's, of the same turn; `names`: which has that name.
 * `beside_prompt`: on a line with a message of the person's.
 * `twin`: a second line says it too.
 * `behind_call`: within so many lines behind the result of a call of such a tool.
 * `task`: the lane's agent was started by a call; `called`: an agent was started by a call before, in whatever lane.
 */
export type Witness =
  | { readonly kind: 'form' | 'hook' | 'agent' | 'beside_prompt' | 'twin' | 'task' | 'called' }
  | { readonly kind: 'near' | 'quoted_near'; readonly types: ReadonlySet<string>; readonly within: Range }
  | { readonly kind: 'said_near'; readonly origins: ReadonlySet<Origin>; readonly within: Range }
  | { readonly kind: 'opening'; readonly behind: ReadonlySet<string>; readonly ends: ReadonlySet<string> }
  | { readonly kind: 'behind_prompt'; readonly lines: number; readonly names?: RegExp }
  | { readonly kind: 'behind_call'; readonly tools: ReadonlySet<string>; readonly lines: number };

/** Lines before and behind. */
export type Range = readonly [before: number, behind: number];

/**
 * A mark that makes a text in the user's place none of the person's: of this origin, in this form, on a line of this
 * type. Any of its witnesses will do.
 */
export type Mark = {
  readonly origins: readonly Origin[];
  /** From this version of the harness on. */
  readonly since?: string;
  readonly form?: RegExp;
  readonly types?: ReadonlySet<string>;
  readonly witnesses: readonly Witness[];
};

export function near(types: readonly string[], before: number, behind: number): Witness {
  return { kind: 'near', types: new Set(types), within: [before, behind] };
}

export function saidNear(origins: readonly Origin[], before: number, behind: number): Witness {
  return { kind: 'said_near', origins: new Set(origins), within: [before, behind] };
}

export function quotedNear(types: readonly string[], before: number, behind: number): Witness {
  return { kind: 'quoted_near', types: new Set(types), within: [before, behind] };
}

export function opening(behind: readonly string[], ends: readonly string[] = []): Witness {
  return { kind: 'opening', behind: new Set(behind), ends: new Set(ends) };
}
