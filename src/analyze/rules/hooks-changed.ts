import { guardedChange } from '../../policy/guarded-paths.ts';
import { contextOf } from '../actions.ts';
import { type Found, quote, type Rule } from '../rule.ts';

/**
 * TK-R005: a call changed or removed a harness's hook configuration, or tracekit's own files: what came after it may not
 * have passed the gate. Example: an edit of `.claude/settings.json`.
 */
export const hooksChanged: Rule = {
  id: 'TK-R005',
  title: 'Hook configuration was changed or removed during the run.',
  severity: 'medium',
  needs: [],
  run: ({ isOwn }, { actions }) => {
    const found: Found[] = [];
    for (const action of actions) {
      if (!isOwn(action.at) || action.state === 'prevented') continue;
      const read = action.read();
      if (read === undefined) continue;
      const placed = action.examination()?.steps.flatMap((step) => step.placed) ?? [];
      for (const one of placed) {
        const what = guardedChange(one, contextOf(read));
        if (what === undefined) continue;
        found.push({
          text: `${quote(one.target.path)} was ${one.target.role}: ${what}`,
          cites: action.cites,
          ...(action.trust === undefined ? {} : { trust: action.trust }),
        });
        break;
      }
    }
    return found;
  },
};
