import type { CompoundList, Script } from 'unbash';
import { literal, UNKNOWN, type Word } from './word.ts';

/** One possible value of a variable: its fields (one, unless it is an array). */
export type Fields = readonly Word[];

/** What a name stands for when it is run as a command. */
export type Body = CompoundList | Script;

/** What a shell knows at one point of the line. Copied for each subshell. */
export type Env = {
  /** Each variable's possible values: more than one where a branch may or may not have run. */
  readonly vars: Map<string, readonly Fields[]>;
  readonly functions: Map<string, Body>;
  /** `$1`, `$2`, …; absent at the top, where nobody knows them. */
  args?: Fields;
  /** The directories that the shell may be in. */
  cwds: readonly Word[];
  readonly home: string;
};

const MAX_ALTERNATIVES = 16;
const MAX_VARIABLES = 512;

/** The shell at the start of a line run in `cwd`. */
export function newEnv(cwd: string, home: string): Env {
  return { vars: new Map(), functions: new Map(), cwds: [literal(cwd)], home };
}

/** A subshell's copy. */
export function fork(env: Env): Env {
  return { ...env, vars: new Map(env.vars), functions: new Map(env.functions) };
}

/** Sets a variable; past the limit it is left unknown, which is judged more strictly. */
export function assign(env: Env, name: string, values: readonly Fields[]): void {
  if (env.vars.size >= MAX_VARIABLES && !env.vars.has(name)) return;
  const all = distinct(values);
  // More values than are followed: the rest is one unknown, so that none passes unseen.
  env.vars.set(
    name,
    all.length > MAX_ALTERNATIVES ? [...all.slice(0, MAX_ALTERNATIVES - 1), [UNKNOWN]] : all,
  );
}

/** Takes into `env` what a branch that may have run left behind. */
export function merge(env: Env, branch: Env): void {
  for (const [name, values] of branch.vars) {
    const before = env.vars.get(name);
    if (before !== values) assign(env, name, before === undefined ? values : [...before, ...values]);
  }
  for (const [name, body] of branch.functions) env.functions.set(name, body);
  const cwds = [...env.cwds, ...branch.cwds];
  env.cwds = cwds.filter((at, i) => cwds.findIndex((other) => other.text === at.text) === i).slice(0, 8);
}

/** The values of a variable that every shell has, or that was set on the line. */
export function lookUp(env: Env, name: string): readonly Fields[] | undefined {
  const set = env.vars.get(name);
  if (set !== undefined) return set;
  if (name === 'HOME') return [[literal(env.home)]];
  if (name === 'PWD') return env.cwds.map((cwd) => [cwd]);
  const known = SHELL_VARIABLES.get(name);
  return known === undefined ? undefined : [[literal(known)]];
}

const SHELL_VARIABLES: ReadonlyMap<string, string> = new Map([
  ['TMPDIR', '/tmp'],
  ['SHELL', '/bin/sh'],
  ['BASH', '/bin/bash'],
  ['IFS', ' '],
]);

function distinct(values: readonly Fields[]): readonly Fields[] {
  if (values.length < 2) return values;
  const seen = new Map<string, Fields>();
  for (const value of values) seen.set(value.map((word) => word.text).join('\0'), value);
  return [...seen.values()];
}
