import { globMatches, hasGlob } from '../shell/glob.ts';
import { isWithin, normalPath } from '../shell/path.ts';
import { type Context, tracekitHome } from './context.ts';
import type { Placed } from './examine.ts';
import { folded } from './real-path.ts';

/** Hook configurations of the harnesses, and whom they trust to have some, as the last components of a path. */
const CONFIGURATIONS: readonly (readonly string[])[] = [
  ['.claude', 'settings*.json'],
  ['.codex', 'hooks.json'],
  ['.codex', 'config.toml'],
  ['.cursor', 'hooks.json'],
  ['.gemini', 'settings.json'],
  ['.github', 'hooks', '*.json'],
  ['.github', 'copilot', 'settings*.json'],
  ['.copilot', 'hooks', '*'],
  ['.copilot', 'settings.json'],
  ['.copilot', 'config.json'],
  ['.gemini', 'trustedFolders.json'],
];

/** A name that each of them could have, to try a glob against. */
const EXAMPLES: readonly (readonly string[])[] = [
  ['.claude', 'settings.json'],
  ['.claude', 'settings.local.json'],
  ['.codex', 'hooks.json'],
  ['.codex', 'config.toml'],
  ['.cursor', 'hooks.json'],
  ['.gemini', 'settings.json'],
  ['.github', 'hooks', 'hooks.json'],
  ['.github', 'hooks', 'tracekit.json'],
  ['.github', 'copilot', 'settings.json'],
  ['.copilot', 'hooks', 'tracekit.json'],
  ['.copilot', 'settings.json'],
  ['.copilot', 'config.json'],
  ['.gemini', 'trustedFolders.json'],
];

/** So many files are called so that a sweep over a project does not mean this one. */
const EVERYDAY_NAMES = new Set(['config.json']);

/** Folders whose removal, or replacement, takes a hook configuration with it. */
const FOLDERS: readonly (readonly string[])[] = [
  ['.claude'],
  ['.codex'],
  ['.cursor'],
  ['.gemini'],
  ['.copilot'],
  ['.github'],
  ['.github', 'hooks'],
  ['.github', 'copilot'],
  ['.copilot', 'hooks'],
];

const OURS = 'tracekit’s own files';
const HOOKS = 'a harness’s hook configuration';

/** What of tracekit's a changed target is; undefined where it is nothing of it. */
export function guardedChange(placed: Placed, context: Context): string | undefined {
  if (placed.target.role === 'read') return undefined;
  for (const name of placed.names) {
    const path = comparable(name, context);
    const parts = path.split('/').filter((part) => part !== '');
    if (isTracekits({ path, parts, glob: isGlob(placed, path), context })) return OURS;
    if (changesHooks(placed, path, parts)) return HOOKS;
    if (placed.target.role !== 'removed') continue;
    const tree = placed.target.tree === true;
    if (tree && sweeps(path, parts, context)) return HOOKS;
    if (covers(path, tree, context)) return `${OURS} and hook configurations`;
  }
  return undefined;
}

function isGlob({ target }: Placed, path: string): boolean {
  return target.glob === true && hasGlob(path);
}

/** Whether a change at the path is one of a hook configuration, or of a folder that holds one. */
function changesHooks(placed: Placed, path: string, parts: readonly string[]): boolean {
  const glob = isGlob(placed, path);
  if (CONFIGURATIONS.some((wanted) => endsLike(parts, wanted, (w, p) => globMatches(w, p)))) return true;
  if (glob && EXAMPLES.some((wanted) => endsLike(parts, wanted, globNames))) return true;
  const same: Same = glob ? globNames : (wanted, part) => wanted === part;
  const folder = FOLDERS.find((wanted) => endsLike(parts, wanted, same));
  if (folder === undefined) return false;
  const { tree } = placed.target;
  return (
    (replaces(placed) && (tree !== true || placed.target.role !== 'written')) ||
    (tree === true && FOLDERS.some((wanted) => wanted.at(-1) !== '.github' && endsLike(parts, wanted, same)))
  );
}

/** Making a folder that may be there already (`mkdir -p .claude`) changes nothing in it; removing or linking over it does. */
function replaces({ target }: Placed): boolean {
  return (
    target.role === 'removed' ||
    (target.role === 'written' && (target.by === 'command' || target.by === 'code'))
  );
}

/** Whether a target reads tracekit's private keys. */
export function guardedRead(placed: Placed, context: Context): boolean {
  if (placed.target.role !== 'read') return false;
  return placed.names.some((name) => {
    const path = comparable(name, context);
    const parts = path.split('/');
    const at = parts.indexOf('.tracekit');
    if (
      at >= 0 &&
      (parts[at + 1] === 'keys' ||
        (placed.target.glob &&
          parts[at + 1] !== undefined &&
          globMatches(parts[at + 1]!, 'keys') &&
          parts[at + 1] !== '*'))
    )
      return true;
    return roots(context).some(
      (root) => isWithin(`${root}/keys`, path) || (placed.target.tree === true && path === root),
    );
  });
}

type At = {
  readonly path: string;
  readonly parts: readonly string[];
  readonly glob: boolean;
  readonly context: Context;
};

function isTracekits({ path, parts, glob, context }: At): boolean {
  if (
    parts.some(
      (part) => part === '.tracekit' || (glob && part.startsWith('.') && globMatches(part, '.tracekit')),
    )
  )
    return true;
  if (/^\/(var\/lib|run|var\/run|etc)\/tracekit(\/|$)/.test(path)) return true;
  return [...roots(context), ...(context.guarded ?? []), ...(context.sockets ?? [])].some((root) =>
    isWithin(comparable(normalPath(root), context), path),
  );
}

function roots(context: Context): readonly string[] {
  return [comparable(tracekitHome(context), context), '/var/lib/tracekit'];
}

/**
 * Whether removing `path` takes what is guarded along: tracekit's home, or a configuration that lies in it. Only with
 * all below it can it take the user's home.
 */
function covers(path: string, tree: boolean, context: Context): boolean {
  if (path.endsWith('/*')) return false;
  const own = [tracekitHome(context), ...(context.guarded ?? []), ...(tree ? [context.home] : [])];
  return own.some((inner) => isWithin(path, comparable(normalPath(inner), context)));
}

/** `find . -name settings.json -delete`: a name that a hook configuration has, removed wherever it lies below a folder that holds one. */
function sweeps(path: string, parts: readonly string[], context: Context): boolean {
  const name = parts.at(-1) ?? '';
  const root = path.slice(0, path.lastIndexOf('/')) || '/';
  const bases = [context.home, ...(context.project === undefined ? [] : [context.project])];
  if (!bases.some((base) => isWithin(root, comparable(normalPath(base), context)))) return false;
  const home = isWithin(root, comparable(normalPath(context.home), context));
  return EXAMPLES.some(
    (wanted) =>
      name.includes('.') && globNames(wanted.at(-1)!, name) && (home || !EVERYDAY_NAMES.has(wanted.at(-1)!)),
  );
}

/** Whether a change of many files by their name (`find . -name '*.json' -exec sed -i …`) would take a hook configuration along. */
export function sweepsHooks({ target, names }: Placed, context: Context): boolean {
  if (target.role !== 'written' || target.tree !== true) return false;
  return names.some((name) => {
    const path = comparable(name, context);
    return sweeps(path, path.split('/'), context);
  });
}

function comparable(path: string, context: Context): string {
  return folded(path, context.files.folds(path));
}

type Same = (wanted: string, part: string) => boolean;

function endsLike(parts: readonly string[], wanted: readonly string[], same: Same): boolean {
  const from = parts.length - wanted.length;
  return from >= 0 && wanted.every((want, i) => same(want, parts[from + i]!));
}

/** Whether the glob `part` could name `wanted`: a name with a dot needs a pattern with one. */
function globNames(wanted: string, part: string): boolean {
  if (!hasGlob(part)) return wanted === part;
  return (!wanted.startsWith('.') || part.startsWith('.')) && globMatches(part, wanted);
}
