import type { Step } from '../policy/examine.ts';
import { isAt } from '../policy/place.ts';
import type { Effect } from '../shell/effect.ts';
import { type Action, contextOf } from './actions.ts';

/** Effects that somebody should know of, and how they are said. */
export const RISKS: Partial<Record<Effect, string>> = {
  force_push: 'a forced push',
  recursive_delete: 'a recursive delete',
  history_rewrite: 'a rewriting of history',
  db_drop: 'a destruction of a database’s content',
  publish: 'a publication',
  privilege: 'a command with more rights',
};

export type Risk = { readonly effect: Effect; readonly what: string; readonly step: Step };

/** The risky effects of a call, each once. What builds make, and temporary folders, may be deleted. */
export function risksOf(action: Action): readonly Risk[] {
  const read = action.read();
  const examination = read === undefined ? undefined : action.examination();
  if (read === undefined || examination === undefined) return [];
  const { home, project = '/' } = contextOf(read);
  const found = new Map<Effect, Risk>();
  for (const step of examination.steps) {
    for (const effect of effectsOf(step)) {
      const what = RISKS[effect];
      if (what === undefined || found.has(effect)) continue;
      if (effect === 'recursive_delete' && !deletesMore(step, { home, project })) continue;
      found.set(effect, { effect, what, step });
    }
  }
  // A forced push is one by rewriting history.
  if (found.has('force_push')) found.delete('history_rewrite');
  return [...found.values()];
}

/** A native tool has no command to have effects of: deleting with all below it is one. */
function effectsOf({ command, effects, placed }: Step): readonly Effect[] {
  if (command !== undefined) return effects;
  return placed.some(({ target }) => target.role === 'removed' && target.tree === true)
    ? ['recursive_delete']
    : [];
}

function deletesMore(
  { placed }: Step,
  folders: { readonly home: string; readonly project: string },
): boolean {
  const trees = placed.filter(({ target }) => target.tree === true && target.role !== 'read');
  return trees.some(({ names }) =>
    names.some(
      (name) =>
        isAt('@outside', name, folders) || isAt('@source', name, folders) || isAt('@project', name, folders),
    ),
  );
}
