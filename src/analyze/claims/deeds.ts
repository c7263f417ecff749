import { breachesOf } from '../../policy/breach.ts';
import { isDeletion } from '../../policy/breach-files.ts';
import type { Placed } from '../../policy/examine.ts';
import type { HeldConstraint } from '../../policy/held.ts';
import { componentsOf } from '../../policy/match.ts';
import { isAt } from '../../policy/place.ts';
import { NO_FILES } from '../../policy/real-path.ts';
import { type Action, contextOf } from '../actions.ts';
import type { Contradiction } from './contradicted.ts';

/** The newest call that did what a ban of this kind forbids; the same reading as the gate's. */
function newest(kind: 'no_push' | 'no_network'): Contradiction {
  return (deeds) => deeds.findLast((action) => does(action, kind));
}

function does(action: Action, kind: HeldConstraint['kind']): boolean {
  const read = action.read();
  const seen = action.examination();
  if (read === undefined || seen === undefined) return false;
  const { cwd } = read.call;
  const held: HeldConstraint = { id: '', kind, targets: [], except: [], by: 'agent', base: cwd, root: cwd };
  const world = { home: contextOf(read).home, files: NO_FILES, below: () => false };
  return breachesOf([held], { call: read.call, seen }, world).length > 0;
}

/** A push, after which nothing was committed that the denial may be about. */
export const pushed: Contradiction = (deeds, denial) => {
  const push = newest('no_push')(deeds, denial);
  if (push === undefined || /--dry-run|\s-n\b/.test(push.read()?.call.command ?? '')) return undefined;
  const after = deeds.slice(deeds.indexOf(push) + 1);
  return after.some((action) => does(action, 'no_commit')) ? undefined : push;
};

export const usedNetwork: Contradiction = newest('no_network');

/** Something of the project that the agent had not made itself was deleted; the named file, where one is named. */
export const deleted: Contradiction = (deeds, { path }) => {
  const made = new Set<string>();
  let found: Action | undefined;
  for (const action of deeds) {
    const read = action.read();
    if (read === undefined) continue;
    const folders = { home: contextOf(read).home, project: read.call.cwd };
    for (const { command, placed } of action.examination()?.steps ?? []) {
      for (const one of placed) {
        const [name = ''] = one.names;
        if (one.target.role === 'added' || one.target.role === 'written') made.add(name);
        if (one.target.role !== 'removed' || !isDeletion(read.call, command) || made.has(name)) continue;
        const counts = path === undefined ? isAt('@source', name, folders) : isFile(one, path);
        if (counts && one.target.unresolved !== true) found = action;
      }
    }
  }
  return found;
};

/** The file that is named was written, and not put back since. */
export const edited: Contradiction = (deeds, { path = '' }) => {
  let found: Action | undefined;
  for (const action of deeds) {
    const steps = action.examination()?.steps ?? [];
    const changed = steps.some(({ placed }) =>
      placed.some((one) => one.target.role !== 'read' && one.target.unresolved !== true && isFile(one, path)),
    );
    if (isPutBack(action)) found = undefined;
    else if (changed) found = action;
  }
  return found;
};

/** git takes changes back: which ones is not looked into. */
function isPutBack(action: Action): boolean {
  return /\bgit\b[^\n]{0,200}\b(?:checkout|restore|stash|reset|revert|clean)\b/.test(
    action.read()?.call.command ?? '',
  );
}

/** Whether a target is the file of that spelling, or lies in the folder. */
function isFile({ names }: Placed, path: string): boolean {
  const parts = componentsOf(path.replace(/^~\//, ''));
  if (parts.length === 0) return false;
  const isFolder = path.endsWith('/');
  return names.some((name) => {
    const items = componentsOf(name);
    if (!isFolder) return parts.every((part, i) => items[items.length - parts.length + i] === part);
    return items.some((_, at) => parts.every((part, i) => items[at + i] === part));
  });
}
