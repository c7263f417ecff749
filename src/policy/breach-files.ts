import type { SimpleCommand } from '../shell/command.ts';
import { globMatches, hasGlob } from '../shell/glob.ts';
import type { Call } from './call.ts';
import type { Placed } from './examine.ts';
import type { HeldConstraint } from './held.ts';
import { type ReadTarget, readTarget, type TargetMatcher, targetMatcher } from './held-target.ts';
import { componentsOf } from './match.ts';
import { type NameParts, partsFrom } from './name-pattern.ts';
import type { PathReader } from './real-path.ts';

/** What checking a call needs to know of the machine. */
export type BreachWorld = {
  readonly home: string;
  readonly files: PathReader;
  /** Whether a file that is wanted lies below a folder; looks at so many files at most, and is then false. */
  readonly below: (folder: string, wanted: (path: string) => boolean) => boolean;
  /** Names as seen from a root; shared by all that is checked of one call. */
  readonly partsFrom?: (root: string) => NameParts;
};

export type FileTouch = (placed: Placed) => boolean;

/** Whether the call writes, adds or removes this target. */
export function changes({ target }: Placed): boolean {
  return target.role !== 'read';
}

/** Which of the constraint's targets a placed one is, lies in, or takes with it; undefined where none. */
export function fileTouch(
  held: HeldConstraint,
  { home, files, below, partsFrom: from = partsFrom }: BreachWorld,
): (placed: Placed) => string | undefined {
  const at = { base: held.base, root: held.root, parts: from(held.root), home, files };
  const matchers = held.targets.map((target) => readTarget(target, at));
  let except: readonly TargetMatcher[] | undefined;
  const excepted = (path: string): boolean => {
    except ??= held.except.map((target) => targetMatcher(target, at));
    return except.some((matches) => matches(path));
  };
  const words = wordsOf(matchers);
  return (placed) => {
    const many = takesMore(placed);
    // A patch may name 10,000 files, and a run may hold 32 constraints: most are told apart by one word.
    if (!many && words !== undefined && !hasOne(placed, words)) return undefined;
    const names = [...new Set([...placed.names, ...placed.places])];
    const tree = placed.target.tree === true;
    const found = matchers.find(({ matches }) => {
      const wanted: TargetMatcher = (path) => matches(path) && !excepted(path);
      return names.some((name) => wanted(name) || (many && isBelow(name, { wanted, tree, below })));
    });
    return found === undefined || (!many && names.some(excepted)) ? undefined : found.target;
  };
}

/** Words of which a name that any of the targets matches has one; undefined where that can't be told. */
export function wordsOf(targets: readonly ReadTarget[]): readonly string[] | undefined {
  const all = targets.map(({ words }) => words);
  return all.every((words) => words !== undefined) ? [...new Set(all.flat())] : undefined;
}

function hasOne({ names, places }: Placed, words: readonly string[]): boolean {
  const has = (name: string): boolean => {
    const lower = name.toLowerCase();
    return words.some((word) => lower.includes(word));
  };
  return names.some(has) || (places !== names && places.some(has));
}

/** A folder that is removed or moved, a tree that is written, a pattern: what is touched is not what is named. */
function takesMore({ target }: Placed): boolean {
  return (
    target.glob === true || target.role === 'removed' || (target.role === 'written' && target.tree === true)
  );
}

type Below = { readonly wanted: TargetMatcher; readonly tree: boolean; readonly below: BreachWorld['below'] };

function isBelow(name: string, { wanted, tree, below }: Below): boolean {
  if (name.includes('$')) return false;
  const parts = componentsOf(name);
  const first = parts.findIndex(hasGlob);
  if (first < 0) return below(name, wanted);
  const folder = `/${parts.slice(0, first).join('/')}`;
  const reaches = tree ? globFinds : globReaches;
  return below(folder, (path) => reaches(parts, componentsOf(path)) && wanted(path));
}

/** Whether the path is one that the pattern stands for, or lies below one. */
function globReaches(pattern: readonly string[], path: readonly string[]): boolean {
  const any = pattern.indexOf('**');
  const parts = any < 0 ? pattern : pattern.slice(0, any);
  return path.length >= parts.length && parts.every((part, i) => globMatches(part, path[i]!));
}

/** As `globReaches`, of what is found at any depth (`find -name`, `xargs`): the last part is a name on the way. */
function globFinds(pattern: readonly string[], path: readonly string[]): boolean {
  const upper = pattern.slice(0, -1);
  const name = pattern.at(-1)!;
  return globReaches(upper, path) && path.slice(upper.length).some((part) => globMatches(name, part));
}

/** Whether what the call removes is deleted, and not moved elsewhere. */
export function isDeletion(call: Call, command: SimpleCommand | undefined): boolean {
  if (command === undefined) return !/move|rename/i.test(call.tool);
  if (command.name === 'git') return !command.words.slice(1, 6).some(({ text }) => text === 'mv');
  if (!/^(g?mv|rename)$/.test(command.name)) return true;
  return /^\/(tmp|var\/tmp|dev\/null)(\/|$)/.test(command.words.at(-1)?.text ?? '');
}
