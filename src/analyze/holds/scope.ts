import type { Examination, Placed } from '../../policy/examine.ts';
import { type TargetMatcher, targetMatcher } from '../../policy/held-target.ts';
import { partsFrom } from '../../policy/name-pattern.ts';
import { NO_FILES } from '../../policy/real-path.ts';
import { hasGlob } from '../../shell/glob.ts';
import { isWithin, joinPath, normalPath, untilde } from '../../shell/path.ts';
import type { Standing } from './standing.ts';
import { hasUnknownEffect } from './unknown-effect.ts';

/** What a call writes, against the only places that may be written. Paths are absolute. */
export type ScopeReading = {
  readonly outside: readonly string[];
  /** Targets of which it is not known which files they are. */
  readonly unresolved: readonly string[];
  /** It does something that its words do not show. */
  readonly unknown: boolean;
};

/** Places that keep nothing. */
const NOWHERE = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d{1,3})$/;

/** The only places that may be written, and what was excepted from them in the same breath. */
export type Scope = Standing & { readonly except: readonly string[] };

/** The scopes among what holds. What a scope excepts is a `no_modify` that rests on the same words. */
export function scopesIn(standing: readonly Standing[]): readonly Scope[] {
  const isOf = (a: Standing, b: Standing): boolean =>
    a.prompt === b.prompt &&
    a.hold.words.at === b.hold.words.at &&
    a.hold.words.length === b.hold.words.length;
  return standing
    .filter(({ hold }) => hold.kind === 'scope' && hold.targets.length > 0)
    .map((scope) => {
      const excepted = standing.filter((one) => one.hold.kind === 'no_modify' && isOf(one, scope));
      return { ...scope, except: excepted.flatMap(({ hold }) => hold.targets) };
    });
}

/**
 * Compares what a call changes with the scopes that hold: a place is inside where any of them allows it, and none of them
 * excepts it.
 */
export function readScope(seen: Examination, { inside, excepted, folders }: Inside): ScopeReading {
  const outside: string[] = [];
  const unresolved: string[] = [];
  for (const placed of seen.steps.flatMap((step) => step.placed)) {
    if (placed.target.role === 'read') continue;
    // What it really is decides: a link inside the scope to a place outside of it is outside.
    const [name = placed.target.path] = placed.names;
    if (NOWHERE.test(name)) continue;
    if (placed.target.unresolved === true || name.includes('$')) unresolved.push(placed.target.path);
    else if (isGlob(placed)) {
      const folder = folderOf(name);
      if (inside(folder) && !excepted(folder)) continue;
      const reaches = inside(name) || folders.some((one) => isWithin(folder, one) || isWithin(one, folder));
      (reaches ? unresolved : outside).push(name);
    } else if (!inside(name) || excepted(name)) outside.push(name);
  }
  const unknown = seen.problems.length > 0 || seen.steps.some(hasUnknownEffect);
  return { outside: unique(outside), unresolved: unique(unresolved), unknown };
}

/** What targets of scopes mean, each made once; later prompts may have widened a scope by many. */
export class ScopeMatchers {
  readonly #one = new Map<string, TargetMatcher>();
  readonly #all = new Map<readonly Scope[], Inside>();

  /** What lies inside scopes, and what is excepted from them. */
  of(scopes: readonly Scope[], home: string): Inside {
    const known = this.#all.get(scopes);
    if (known !== undefined) return known;
    const allowed = scopes.flatMap(({ base, hold }) => hold.targets.map((target) => ({ base, target })));
    const excepted = scopes.flatMap(({ base, hold, except }) =>
      [...hold.except, ...except].map((target) => ({ base, target })),
    );
    const folders = allowed.map(({ base, target }) => normalPath(joinPath(base, untilde(target, home))));
    const made: Inside = {
      inside: this.#matcher(allowed, home, new Set(folders)),
      excepted: this.#matcher(excepted, home, new Set()),
      folders,
    };
    this.#all.set(scopes, made);
    return made;
  }

  #matcher(targets: readonly SaidTarget[], home: string, places: ReadonlySet<string>): TargetMatcher {
    const all = targets.map((target) => this.#matcherOf(target, home));
    return (name) => isUnder(name, places) || all.some((matches) => matches(name));
  }

  #matcherOf({ base, target }: SaidTarget, home: string): TargetMatcher {
    const key = `${base}\n${target}`;
    let matcher = this.#one.get(key);
    if (matcher === undefined) {
      matcher = targetMatcher(target, { base, root: base, parts: partsFrom(base), home, files: NO_FILES });
      this.#one.set(key, matcher);
    }
    return matcher;
  }
}

type SaidTarget = { readonly base: string; readonly target: string };
type Inside = {
  readonly inside: TargetMatcher;
  readonly excepted: TargetMatcher;
  /** The targets as places below the folder that they were said in. */
  readonly folders: readonly string[];
};

/** Whether a name, or a folder that it lies in, is one of the places. */
function isUnder(name: string, places: ReadonlySet<string>): boolean {
  for (let at = name.length; at > 0; at = name.lastIndexOf('/', at - 1))
    if (places.has(name.slice(0, at))) return true;
  return false;
}

function isGlob({ target }: Placed): boolean {
  return target.glob === true;
}

/** The folder that a pattern is looked for in. */
function folderOf(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex(hasGlob);
  return first < 0 ? pattern : parts.slice(0, first).join('/') || '/';
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
