import { breachesOf } from '../../policy/breach.ts';
import type { Breach, HeldConstraint } from '../../policy/held.ts';
import { NO_FILES } from '../../policy/real-path.ts';
import { type Action, contextOf } from '../actions.ts';
import { Links } from '../holds/links.ts';
import { mayHaveRun, ranIn } from '../holds/ran.ts';
import { type Standing, standingAfter } from '../holds/standing.ts';
import { turnsOf } from '../holds/turns.ts';
import { type Found, quote, type Rule } from '../rule.ts';
import type { Approval } from '../timeline/hooks.ts';
import type { Timeline } from '../timeline/timeline.ts';

/**
 * TK-CONSTRAINT: a call did what the person had said not to do, and ran all the same. Example: "don't touch billing.py",
 * and then an edit of it. Where a person approved that very call, it is an info that says who.
 */
export const brokenConstraint: Rule = {
  id: 'TK-CONSTRAINT',
  title: 'A call that broke a held constraint ran all the same.',
  severity: 'high',
  needs: ['hooks'],
  run: (timeline, { steps, prompts }) => {
    const standing = standingAfter(prompts.person, timeline);
    if (standing.every((list) => list.every(({ hold }) => hold.kind === 'scope'))) return [];
    const turns = turnsOf(steps, prompts);
    const ended = new Set<Standing['hold']['words']>();
    const links = new Links();
    const ran = ranIn(timeline);
    const found: Found[] = [];
    for (const step of steps) {
      if (step.kind !== 'action') continue;
      const holding = standing[turns.get(step.action) ?? 0]!.filter(({ hold }) => !ended.has(hold.words));
      const broken = brokenBy(step.action, holding, links);
      if (broken.length === 0) continue;
      const approval = step.action.call?.approvals.find(({ used }) => used !== undefined);
      if (approval?.answers.some(({ release }) => release) === true)
        for (const { of } of broken) ended.add(of.hold.words);
      if (timeline.isOwn(step.action.at) && (ran(step.action) || isPartlyDone(step.action))) {
        const ofKinds = [...new Map(broken.map((one) => [one.of.hold.kind, one])).values()];
        for (const one of ofKinds) found.push(foundOf(step.action, one, { approval, timeline }));
      }
    }
    return found;
  },
};

/** A command that failed may have done it before that; a call of which nothing says that it ran is no proof that it did. */
function isPartlyDone(action: Action): boolean {
  return action.state === 'failed' && mayHaveRun(action);
}

type Broken = { readonly of: Standing; readonly breach: Breach };

function brokenBy(action: Action, holding: readonly Standing[], links: Links): readonly Broken[] {
  const read = action.read();
  const seen = links.examine(action);
  if (read === undefined || seen === undefined) return [];
  links.take(seen, read.call.cwd);
  if (holding.length === 0) return [];
  const byId = new Map(holding.map((one, i) => [String(i), one]));
  const held = [...byId].map(([id, { hold, base }]): HeldConstraint => {
    const { kind, targets, except } = hold;
    return { id, kind, targets, except, by: 'person', base, root: base };
  });
  const world = { home: contextOf(read).home, files: NO_FILES, below: () => false };
  return breachesOf(held, { call: read.call, seen }, world).map((breach) => ({
    of: byId.get(breach.held.id)!,
    breach,
  }));
}

type Judged = { readonly approval: Approval | undefined; readonly timeline: Timeline };

function foundOf(action: Action, { of, breach }: Broken, { approval, timeline }: Judged): Found {
  const { contents } = timeline;
  const { at, length } = of.hold.words;
  const said = contents.text(of.prompt.text)?.slice(at, at + length) ?? '';
  const read = action.read();
  const what = read?.call.command ?? [read?.name ?? action.tool, breach.target ?? ''].join(' ');
  const text = `the person said ${quote(said)} (${of.hold.kind}), and ${quote(what)} ran all the same`;
  const cites = [action.at, of.prompt.at, ...action.cites];
  const trust = action.trust === undefined ? {} : { trust: action.trust };
  const answer = approval?.answers.findLast(({ answer }) => answer === 'approved');
  if (approval === undefined || answer === undefined) return { kind: of.hold.kind, text, cites, ...trust };
  return {
    kind: 'approved',
    severity: 'info',
    text: `${text}; approved by ${quote(contents.text(answer.by) ?? 'somebody')}`,
    cites: [...cites, answer.at],
    ...trust,
  };
}
