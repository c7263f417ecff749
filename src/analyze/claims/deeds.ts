import { breachesOf } from '../../policy/breach.ts';
import { isDeletion } from '../../policy/breach-files.ts';
import type { HeldConstraint } from '../../policy/held.ts';
import { isAt } from '../../policy/place.ts';
import { NO_FILES } from '../../policy/real-path.ts';
import { type Action, contextOf } from '../actions.ts';
import type { DeedsOf } from './contradicted.ts';
import { NamedFiles } from './named-files.ts';

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
export const pushed: DeedsOf = () => {
  let push: Action | undefined;
  return {
    take: (action) => {
      if (does(action, 'no_push')) push = isDry(action) ? undefined : action;
      else if (push !== undefined && does(action, 'no_commit')) push = undefined;
    },
    against: () => push,
  };
};

function isDry(action: Action): boolean {
  return /--dry-run|\s-n\b/.test(action.read()?.call.command ?? '');
}

export const usedNetwork: DeedsOf = () => {
  let used: Action | undefined;
  return {
    take: (action) => {
      if (does(action, 'no_network')) used = action;
    },
    against: () => used,
  };
};

/** Something of the project that the agent had not made itself was deleted; the named file, where one is named. */
export const deleted: DeedsOf = (denials) => {
  const named = new NamedFiles(denials);
  const made = new Set<string>();
  const gone = new Map<string, Action>();
  let anything: Action | undefined;
  return {
    take: (action) => {
      const read = action.read();
      if (read === undefined) return;
      const folders = { home: contextOf(read).home, project: read.call.cwd };
      for (const { command, placed } of action.examination()?.steps ?? []) {
        for (const { target, names } of placed) {
          const [name = ''] = names;
          if (target.role === 'added' || target.role === 'written') made.add(name);
          if (target.role !== 'removed' || !isDeletion(read.call, command) || made.has(name)) continue;
          if (target.unresolved === true) continue;
          if (isAt('@source', name, folders)) anything = action;
          for (const path of named.of(names)) gone.set(path, action);
        }
      }
    },
    against: ({ path }) => (path === undefined ? anything : gone.get(path)),
  };
};

/** The file that is named was written, and not put back since. */
export const edited: DeedsOf = (denials) => {
  const named = new NamedFiles(denials);
  const changed = new Map<string, Action>();
  return {
    take: (action) => {
      if (isPutBack(action)) {
        changed.clear();
        return;
      }
      for (const { placed } of action.examination()?.steps ?? [])
        for (const { target, names } of placed)
          if (target.role !== 'read' && target.unresolved !== true)
            for (const path of named.of(names)) changed.set(path, action);
    },
    against: ({ path = '' }) => changed.get(path),
  };
};

/** git takes changes back: which ones is not looked into. */
function isPutBack(action: Action): boolean {
  return /\bgit\b[^\n]{0,200}\b(?:checkout|restore|stash|reset|revert|clean)\b/.test(
    action.read()?.call.command ?? '',
  );
}
