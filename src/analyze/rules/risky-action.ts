import { risksOf } from '../risk.ts';
import { type Found, quote, type Rule } from '../rule.ts';

/** TK-X005: something ran that is hard to take back. Example: `git push --force`. */
export const riskyAction: Rule = {
  id: 'TK-X005',
  title: 'A risky action ran.',
  severity: 'medium',
  needs: [],
  run: ({ isOwn }, { actions }) => {
    const found: Found[] = [];
    for (const action of actions) {
      if (!isOwn(action.at) || (action.state !== 'ran' && action.state !== 'failed')) continue;
      const risks = risksOf(action);
      if (risks.length === 0) continue;
      const what = risks.map((risk) => risk.what).join(', ');
      const ended = action.state === 'failed' ? ' (it ended with an error)' : '';
      found.push({
        kind: risks.map(({ effect }) => effect).join('+'),
        text: `${what} ran${ended}: ${quote(action.read()?.call.command ?? action.read()?.name ?? '')}`,
        cites: action.cites,
        ...(action.trust === undefined ? {} : { trust: action.trust }),
      });
    }
    return found;
  },
};
