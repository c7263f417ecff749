import type { Action } from '../actions.ts';
import { couldNotRun, type Found, quote, type Rule } from '../rule.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { Claimed } from './lexicon.ts';
import type { Said } from './said.ts';
import { SUPPORT, supports } from './support.ts';

const WHAT: Readonly<Record<Claimed, string>> = {
  tests: 'tests ran',
  commit: 'something was committed',
  push: 'something was pushed',
  install: 'something was installed',
};

/** A rule that finds a claim of the agent's for which no call stands: none before it, and none right behind it. */
export function unsupportedClaim(claimed: Claimed, { id, title }: Pick<Rule, 'id' | 'title'>): Rule {
  return {
    id,
    title,
    severity: 'high',
    needs: ['exchanges'],
    run: (timeline, { steps, said }) => {
      const missing = notAllThere(timeline);
      if (missing !== undefined) return missing;
      let open: Found | undefined;
      for (const step of steps) {
        if (step.kind === 'action') {
          if (mayStand(step.action, claimed, timeline)) return [];
          continue;
        }
        const words = said.get(step);
        if (words === undefined) continue;
        if (standsByUser(words, claimed)) return [];
        // What comes right behind a claim may be what it announces: it is found when somebody speaks again.
        if (open !== undefined) return [open];
        open = foundIn(words, claimed, timeline);
      }
      return open === undefined ? [] : [open];
    },
  };
}

/** What earlier runs did is not known where their records are not here. */
function notAllThere({ missing, run }: Timeline): readonly Found[] | undefined {
  if (missing.length === 0) return undefined;
  return [
    couldNotRun('what the runs before this one did is not here, so claims could not be compared', [
      run.opened,
    ]),
  ];
}

/** A call that stands for the claim, or of a subagent of which nothing else is known. */
function mayStand(action: Action, claimed: Claimed, { transcripts }: Timeline): boolean {
  if (action.tool === 'Task' && !transcripts.some(({ role }) => role === 'subagent')) return true;
  return supports(action, claimed);
}

/** The person did it, or says that it is done. */
function standsByUser({ by, claims, shell }: Said, claimed: Claimed): boolean {
  if (by === 'agent') return false;
  if (shell !== undefined && SUPPORT[claimed].words.test(shell)) return true;
  return claims.some((claim) => claim.claimed === claimed);
}

function foundIn({ by, at, claims }: Said, claimed: Claimed, { isOwn }: Timeline): Found | undefined {
  const claim = by === 'agent' && isOwn(at) ? claims.find((one) => one.claimed === claimed) : undefined;
  if (claim === undefined) return undefined;
  return {
    text: `the agent says ${quote(claim.sentence)}, and no call that ran shows that ${WHAT[claimed]}`,
    cites: [at],
    trust: 'transcript',
  };
}
