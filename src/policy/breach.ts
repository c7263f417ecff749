import type { SimpleCommand } from '../shell/command.ts';
import type { Effect } from '../shell/effect.ts';
import { gitCall } from '../shell/git.ts';
import { joinPath } from '../shell/path.ts';
import { commitBreaker } from './breach-commit.ts';
import { type BreachWorld, changes, fileTouch, isDeletion } from './breach-files.ts';
import { breaksInstall } from './breach-install.ts';
import { breaksNetwork, breaksPush } from './breach-remote.ts';
import type { Call } from './call.ts';
import type { Examination, Placed, Step } from './examine.ts';
import type { Breach, HeldConstraint, Seen } from './held.ts';
import { managerFiles } from './manager-files.ts';
import { type NameParts, partsFrom } from './name-pattern.ts';
import { namesOf, placesOf } from './real-path.ts';

/** What the call breaks of what holds, one for each constraint. A scope is never held live. */
export function breachesOf(
  held: readonly HeldConstraint[],
  seen: Seen,
  world: BreachWorld,
): readonly Breach[] {
  const shared = sharedParts(world);
  return held.flatMap((one) => breakerOf(one, shared)(seen) ?? []);
}

/** What a call breaks of one constraint. */
export type Breaker = (seen: Seen) => Breach | undefined;

/** A world in which names are taken apart once for each root. */
export function sharedParts(world: BreachWorld): BreachWorld {
  const roots = new Map<string, NameParts>();
  return {
    ...world,
    partsFrom: (root) => {
      const parts = roots.get(root) ?? partsFrom(root);
      roots.set(root, parts);
      return parts;
    },
  };
}

/** Reads a constraint for many calls: what its targets mean is found out once, with the links that are there now. */
export function breakerOf(held: HeldConstraint, world: BreachWorld): Breaker {
  switch (held.kind) {
    case 'no_modify':
      return ofFiles(held, world, changes);
    case 'read_only': {
      if (held.targets.length > 0) return ofFiles(held, world, changes);
      const excepted = exceptedBy(held, world);
      return ({ seen }) => bare(held, writes(seen, world, excepted));
    }
    case 'no_delete': {
      if (held.targets.length > 0) return ofFiles(held, world, ({ target }) => target.role === 'removed');
      const excepted = exceptedBy(held, world);
      return ({ call, seen }) => bare(held, deletes(call, seen, excepted));
    }
    case 'no_commit':
      return commitBreaker(held, world);
    case 'no_push':
      return (seen) => breaksPush(held, seen);
    case 'no_network':
      return (seen) => breaksNetwork(held, seen);
    case 'no_install':
      return ({ seen }) => breaksInstall(held, seen);
    case 'scope':
      return () => undefined;
  }
}

/** The targets of which one must be touched by name for the constraint to be broken; none where it may be otherwise. */
export function targetsOf({ kind, targets }: Pick<HeldConstraint, 'kind' | 'targets'>): readonly string[] {
  return kind === 'no_modify' || kind === 'read_only' || kind === 'no_delete' ? targets : [];
}

/** The names of all files that a call touches. */
export function* namesTouched({ steps }: Examination, world: BreachWorld): Generator<string> {
  for (const step of steps) {
    for (const list of [step.placed, managed(step, world)]) {
      for (const { names, places } of list) {
        yield* names;
        if (places !== names) yield* places;
      }
    }
  }
}

function ofFiles(held: HeldConstraint, world: BreachWorld, touches: (placed: Placed) => boolean): Breaker {
  const touched = fileTouch(held, world);
  return ({ seen }) => {
    for (const step of seen.steps) {
      for (const list of [step.placed, managed(step, world)]) {
        for (const placed of list) {
          const target = touches(placed) ? touched(placed) : undefined;
          if (target !== undefined) return { held, target };
        }
      }
    }
    return undefined;
  };
}

/** The manifest and lockfile that a package manager writes. */
function managed({ command }: Step, { files }: BreachWorld): readonly Placed[] {
  if (command === undefined) return [];
  return managerFiles(command).map((path): Placed => {
    const full = joinPath(command.cwd.text, path);
    const target = { path, role: 'written', by: 'command' } as const;
    return { target, names: namesOf(full, files), places: placesOf(full, files) };
  });
}

function bare(held: HeldConstraint, broken: boolean): Breach | undefined {
  return broken ? { held } : undefined;
}

/** Effects of commands that change files which their words don't name. */
const WRITING: readonly Effect[] = [
  'commit',
  'delete',
  'install',
  'credential_write',
  'db_drop',
  'recursive_delete',
  'unknown_delete',
  'unknown_write',
  'recursive_permissions',
  'discard_changes',
  'persistence',
];
/** Verbs of git that change the files, whatever they are given. */
const GIT_WRITES = /^(merge|rebase|pull|switch|checkout|cherry-pick|revert|am|apply|clone|init)$/;
/** What of them changes no file. */
const GIT_READS = /^(-b|-c|-C|--orphan|--check|--stat|--numstat|--summary)$/;

/** Whether the call writes anything, but for what was excepted. */
export function writes(
  seen: Examination,
  world: BreachWorld,
  excepted: (placed: Placed) => boolean = () => false,
): boolean {
  return seen.steps.some(({ placed, effects, command }) => {
    const changed = placed.filter(changes);
    if (changed.some((one) => !excepted(one) && !isOwnNote(one.names, world.home))) return true;
    if (changed.length > 0) return false;
    if (effects.some((effect) => WRITING.includes(effect))) return true;
    return command !== undefined && changesFiles(command);
  });
}

/** A command that changes files which its words don't name, and which has no effect that says so. */
function changesFiles(command: SimpleCommand): boolean {
  if (command.name === 'patch') return !command.words.some(({ text }) => text === '--dry-run');
  if (command.name !== 'git') return managerFiles(command).length > 0;
  const { verb, words } = gitCall(command);
  if (verb === 'stash') return !/^(list|show|create|store)$/.test(words[0]?.text ?? '');
  return GIT_WRITES.test(verb) && !words.some(({ text }) => GIT_READS.test(text));
}

function deletes(call: Call, seen: Examination, excepted: (placed: Placed) => boolean): boolean {
  return seen.steps.some(({ placed, effects, command }) => {
    const removed = placed.filter(({ target }) => target.role === 'removed');
    if (removed.length > 0) return isDeletion(call, command) && !removed.every(excepted);
    return effects.includes('delete') || effects.includes('unknown_delete');
  });
}

function exceptedBy(held: HeldConstraint, world: BreachWorld): (placed: Placed) => boolean {
  if (held.except.length === 0) return () => false;
  const touched = fileTouch({ ...held, targets: held.except, except: [] }, world);
  return (placed) => placed.target.tree !== true && touched(placed) !== undefined;
}

/** The plan that Claude Code's plan mode writes down is a part of its answer. */
function isOwnNote(names: readonly string[], home: string): boolean {
  return names.every((name) => name.startsWith(`${home}/.claude/plans/`));
}
