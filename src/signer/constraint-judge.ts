import { existsSync } from 'node:fs';
import type { HookEvent } from '../model/hook-event.ts';
import type { Verdict } from '../model/verdict.ts';
import { breachesOf, writes } from '../policy/breach.ts';
import { breachWords, everyWriteWaits } from '../policy/constraint-words.ts';
import type { Breach, HeldConstraint } from '../policy/held.ts';
import { projectOf } from '../policy/project.ts';
import { reasonText } from '../policy/reason-text.ts';
import { belowReader } from './below.ts';
import type { SaidConstraint } from './constraint-texts.ts';
import type { Constraints } from './constraints.ts';
import { type JudgeOptions, realPathOf, seenOf } from './judge.ts';

export const TK_CONSTRAINT = 'TK-CONSTRAINT';

/** A verdict on a call, with what holds in its run. */
export type ConstraintJudge = (event: HookEvent, run: string, verdict: Verdict) => Verdict;

/**
 * Judges calls by what the person said in the run: what breaks it is held for an approval, unless a policy denies it, and
 * whatever a policy would leave to the harness's own prompt.
 */
export function constraintJudge(constraints: Constraints, options: JudgeOptions): ConstraintJudge {
  return (event, run, verdict) => {
    const { said, everyWrite } = constraints.holding(run);
    if (verdict.verdict === 'deny' || (said.length === 0 && everyWrite === undefined)) return verdict;
    const { call, seen, context } = seenOf(event, options);
    const world = { home: context.home, files: context.files, below: belowReader() };
    const places = new Map<string, Pick<HeldConstraint, 'base' | 'root'>>();
    const held = said.map((one) => {
      const cwd = one.cwd === '' ? event.cwd : one.cwd;
      const base = realPathOf(cwd, context.files);
      const place = places.get(cwd) ?? { base, root: projectOf(base, context.home, existsSync) };
      places.set(cwd, place);
      return heldOf(one, place);
    });
    const breaches = breachesOf(held, { call, seen }, world);
    const lines = perKind(breaches).map((breach) => {
      const since = constraints.since(run, said.find(({ constraint }) => constraint.id === breach.held.id)!);
      return since === undefined ? breachWords(breach) : `${breachWords(breach)}; ${since} (${RELEASE})`;
    });
    if (everyWrite !== undefined && writes(seen, world)) lines.push(everyWriteWaits(everyWrite.why));
    if (lines.length === 0) return verdict;
    return heldVerdict(lines, breaches[0]?.held.id ?? everyWrite?.of, verdict);
  };
}

const RELEASE = '`tracekit approvals approve --release` ends the constraint';

function heldVerdict(lines: readonly string[], constraint: string | undefined, before: Verdict): Verdict {
  const also =
    before.verdict === 'ask' ? [`${before.rule ?? 'default'}: ${unmarked(before.reason ?? '')}`] : [];
  return {
    verdict: 'ask',
    ask: 'hold',
    rule: TK_CONSTRAINT,
    reason: reasonText([...lines, ...also].join('. ')),
    says: [...lines, ...also],
    ...(constraint === undefined ? {} : { constraint }),
  };
}

/** The first breach of each kind: one sentence for each. */
function perKind(breaches: readonly Breach[]): readonly Breach[] {
  return [...new Map(breaches.toReversed().map((breach) => [breach.held.kind, breach])).values()].reverse();
}

function heldOf(
  { constraint, targets, except, words }: SaidConstraint,
  place: Pick<HeldConstraint, 'base' | 'root'>,
): HeldConstraint {
  const { id, kind, by } = constraint;
  // An agent's own has no words of anybody's.
  const own = by === 'agent' || (by === 'inherited' && words === '');
  return { id, kind, targets, except, by: own ? 'agent' : 'person', ...place };
}

function unmarked(reason: string): string {
  return reason.replace(/^\[tracekit\] /, '');
}
