import { type Action, contextOf } from '../actions.ts';
import { Breakers, type Broken } from '../holds/breakers.ts';
import { Links } from '../holds/links.ts';
import { mayHaveRun, ranIn } from '../holds/ran.ts';
import type { Standing } from '../holds/standing.ts';
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
  run: (timeline, { steps, standing, turns }) => {
    if (standing.every((list) => list.every(({ hold }) => hold.kind === 'scope'))) return [];
    const ended = new Set<Standing['hold']['words']>();
    const reading = { links: new Links(), breakers: new Breakers() };
    const ran = ranIn(timeline);
    const found: Found[] = [];
    for (const step of steps) {
      if (step.kind !== 'action') continue;
      const holding = standing[turns.get(step.action) ?? 0]!;
      const broken = brokenBy(step.action, holding, reading).filter(({ of }) => !ended.has(of.hold.words));
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

function brokenBy(
  action: Action,
  holding: readonly Standing[],
  { links, breakers }: { readonly links: Links; readonly breakers: Breakers },
): readonly Broken[] {
  const read = action.read();
  const seen = links.examine(action);
  if (read === undefined || seen === undefined) return [];
  links.take(seen, read.call.cwd);
  return breakers.brokenBy({ call: read.call, seen }, holding, contextOf(read).home);
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
