import type { Input, Place, Problem, SimpleCommand } from './command.ts';
import type { Body, Env } from './env.ts';

/** How many wrappers, substitutions, scripts and function calls are followed; a line beyond it is `too_deep`. */
export const MAX_DEPTH = 12;
/** How much of a line is read, in commands, words and redirects; a line beyond it is `too_big`. */
export const MAX_WORK = 20_000;

/** The reading of one line while it goes on. */
export type Walk = {
  readonly commands: SimpleCommand[];
  readonly problems: Map<string, Problem>;
  /** What the line wrote into files itself, by path: `cat > x.sh <<E … E; sh x.sh`. */
  readonly files: Map<string, string>;
  work: number;
  /** Reads a nested script: walk.ts's `walkBody`, handed in, since it stands above all that needs it. */
  readonly body: (body: Body, at: At) => Outputs;
};

/** Where in the nesting a statement stands. */
export type Context = {
  readonly via: readonly string[];
  readonly place: Place;
  readonly depth: number;
  readonly input?: Input;
};

/** Where the reading stands: what the shell knows there, and how deep it is. */
export type At = { readonly walk: Walk; readonly env: Env; readonly context: Context };

/** Commands whose output is the output of what was read. */
export type Outputs = readonly SimpleCommand[];

/** Notes what kept the line from being read. */
export function problem(walk: Walk, kind: Problem['kind'], what: string): void {
  if (!walk.problems.has(kind)) walk.problems.set(kind, { kind, what });
}

/** Counts work; false when the line's share is used up. */
export function spend(walk: Walk, units: number): boolean {
  walk.work += units;
  if (walk.work <= MAX_WORK) return true;
  problem(walk, 'too_big', `more than ${MAX_WORK} commands, words and redirects`);
  return false;
}
