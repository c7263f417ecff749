import type { Effect } from '../shell/effect.ts';
import { breaksCommit } from './breach-commit.ts';
import { type BreachWorld, changes, type FileTouch, fileTouch, isDeletion } from './breach-files.ts';
import { breaksInstall } from './breach-install.ts';
import { breaksNetwork, breaksPush } from './breach-remote.ts';
import type { Call } from './call.ts';
import type { Examination } from './examine.ts';
import type { Breach, HeldConstraint, Seen } from './held.ts';

/** What the call breaks of what holds, one for each constraint. A scope is never held live. */
export function breachesOf(
  held: readonly HeldConstraint[],
  seen: Seen,
  world: BreachWorld,
): readonly Breach[] {
  return held.flatMap((one) => breachOf(one, seen, world) ?? []);
}

function breachOf(held: HeldConstraint, { call, seen }: Seen, world: BreachWorld): Breach | undefined {
  switch (held.kind) {
    case 'no_modify':
      return ofFiles(held, seen, { world, touches: changes });
    case 'read_only':
      return held.targets.length > 0
        ? ofFiles(held, seen, { world, touches: changes })
        : bare(held, writes(seen, world, held));
    case 'no_delete':
      return held.targets.length > 0
        ? ofFiles(held, seen, { world, touches: ({ target }) => target.role === 'removed' })
        : bare(held, deletes(call, seen, world, held));
    case 'no_commit':
      return breaksCommit(held, { call, seen }, world);
    case 'no_push':
      return breaksPush(held, { call, seen });
    case 'no_network':
      return breaksNetwork(held, { call, seen });
    case 'no_install':
      return breaksInstall(held, seen);
    case 'scope':
      return undefined;
  }
}

type Roles = { readonly world: BreachWorld; readonly touches: FileTouch };

function ofFiles(held: HeldConstraint, seen: Examination, { world, touches }: Roles): Breach | undefined {
  const touched = fileTouch(held, world);
  for (const placed of seen.steps.flatMap((step) => step.placed)) {
    const target = touches(placed) ? touched(placed) : undefined;
    if (target !== undefined) return { held, target };
  }
  return undefined;
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
const GIT_WRITES = /^(merge|rebase|pull|switch|cherry-pick|revert|am|clone|init)$/;

/** Whether the call writes anything, but for what was excepted. */
export function writes(seen: Examination, world: BreachWorld, held?: HeldConstraint): boolean {
  const excepted = exceptedBy(held, world);
  return seen.steps.some(({ placed, effects, command, words }) => {
    const changed = placed.filter(changes);
    if (changed.some((one) => !excepted(one) && !isOwnNote(one.names, world.home))) return true;
    if (changed.length > 0) return false;
    if (effects.some((effect) => WRITING.includes(effect))) return true;
    return command?.name === 'git' && words.slice(1, 8).some((word) => GIT_WRITES.test(word));
  });
}

function deletes(call: Call, seen: Examination, world: BreachWorld, held: HeldConstraint): boolean {
  const excepted = exceptedBy(held, world);
  return seen.steps.some(({ placed, effects, command }) => {
    const removed = placed.filter(({ target }) => target.role === 'removed');
    if (removed.length > 0) return isDeletion(call, command) && !removed.every(excepted);
    return effects.includes('delete') || effects.includes('unknown_delete');
  });
}

function exceptedBy(held: HeldConstraint | undefined, world: BreachWorld): FileTouch {
  if (held === undefined || held.except.length === 0) return () => false;
  const touched = fileTouch({ ...held, targets: held.except, except: [] }, world);
  return (placed) => placed.target.tree !== true && touched(placed) !== undefined;
}

/** The plan that Claude Code's plan mode writes down is a part of its answer. */
function isOwnNote(names: readonly string[], home: string): boolean {
  return names.every((name) => name.startsWith(`${home}/.claude/plans/`));
}
