import type { TargetRole } from '../model/target.ts';
import { moreSevere, type Verdict } from '../model/verdict.ts';
import type { Call } from './call.ts';
import type { Context } from './context.ts';
import { type Examination, examine, type Placed, type Step } from './examine.ts';
import { componentsMatch, componentsOf, pathParts, underAnchor, wordsMatch } from './match.ts';
import { isAt, isPlace } from './place.ts';
import { folded } from './real-path.ts';
import { reasonText } from './reason-text.ts';
import type { Policy, PolicyFault, Rule } from './rule.ts';
import { protect, suspect } from './self-protection.ts';

const ALLOW: Verdict = { verdict: 'allow' };
const CHANGES: readonly TargetRole[] = ['written', 'added', 'removed'];

/** The gate's answer to a call: self-protection first, then every policy; the most severe wins. Pure. */
export function decide(call: Call, policies: readonly Policy[], context: Context): Verdict {
  return decideExamined({ call, seen: examine(call, context) }, policies, context);
}

/** As `decide`, of a call that was examined before. */
export function decideExamined(
  { call, seen }: { readonly call: Call; readonly seen: Examination },
  policies: readonly Policy[],
  context: Context,
): Verdict {
  const guarded = protect(call, seen, context);
  if (guarded !== undefined) return guarded;
  let worst = moreSevere(problemVerdict(seen), suspect(call, seen, context) ?? ALLOW);
  const items = new Map<string, readonly string[]>();
  const verdicts = policies.map((policy) =>
    policyVerdict({ call, seen, policy, context, parts: new Map(), items }),
  );
  for (const verdict of verdicts) worst = moreSevere(worst, verdict);
  // An explicit allow of one policy stands only where no other says more.
  return worst.verdict === 'allow'
    ? (verdicts.find((verdict) => verdict.rule !== undefined) ?? worst)
    : worst;
}

/** The verdict where a policy cannot be read: the closed profile blocks with it. */
export function unreadablePolicy(path: string, faults: readonly PolicyFault[]): Verdict {
  const first = faults.find((fault) => fault.kind === 'error');
  const where = first === undefined ? path : `${path}:${first.line}:${first.column}: ${first.what}`;
  return {
    verdict: 'deny',
    rule: 'policy-unreadable',
    reason: reasonText(`the policy cannot be read: ${where}`),
  };
}

function problemVerdict(seen: Examination): Verdict {
  const problem = seen.problems[0];
  if (problem === undefined) return ALLOW;
  const rule = problem.kind.replace('_', '-');
  return {
    verdict: 'ask',
    rule,
    reason: reasonText(
      `this command could not be read in full (${problem.what}), so a person must look at it`,
    ),
    ask: 'hold',
  };
}

type Judging = {
  readonly call: Call;
  readonly seen: Examination;
  readonly policy: Policy;
  readonly context: Context;
  /** The rules' path patterns and the targets' names taken apart, each once: a patch may have 10,000 files. */
  readonly parts: Map<string, readonly string[]>;
  readonly items: Map<string, readonly string[]>;
};

function policyVerdict(at: Judging): Verdict {
  const { seen, policy } = at;
  let worst = ALLOW;
  let named: Rule | undefined;
  let unnamed = seen.steps.length === 0;
  for (const step of seen.steps) {
    const hits = policy.rules.filter((rule) => applies(rule, step, at));
    for (const rule of hits)
      if (rule.action !== 'allow') worst = moreSevere(worst, ruleVerdict(rule, policy));
    named ??= hits.find((rule) => rule.action === 'allow');
    if (hits.length > 0 || step.command?.wrapper || step.command?.words.length === 0) continue;
    unnamed = true;
    if (seen.kind === 'command') worst = moreSevere(worst, defaultVerdict(policy, step));
  }
  return worst.verdict === 'allow' && named !== undefined && !unnamed
    ? { verdict: 'allow', rule: named.id, reason: reasonText(named.reason ?? `allowed by ${named.id}`) }
    : worst;
}

function ruleVerdict(rule: Rule, policy: Policy): Verdict {
  const reason = reasonText(rule.reason ?? `${policy.name}: rule ${rule.id}`);
  return rule.action === 'ask'
    ? { verdict: 'ask', rule: rule.id, reason, ask: policy.ask }
    : { verdict: rule.action, rule: rule.id, reason };
}

function defaultVerdict(policy: Policy, step: Step): Verdict {
  if (policy.default === 'allow') return ALLOW;
  const reason = reasonText(
    `${policy.name}: no rule names ${JSON.stringify(step.words.slice(0, 3).join(' ').slice(0, 80))}, and the default is ${policy.default}`,
  );
  return policy.default === 'ask'
    ? { verdict: 'ask', rule: 'default', reason, ask: policy.ask }
    : { verdict: 'deny', rule: 'default', reason };
}

/** Whether every matcher of the rule holds for the step. A native write is judged by `match_path` alone (B4). */
function applies(rule: Rule, step: Step, at: Judging): boolean {
  if (
    rule.tools !== undefined &&
    !rule.tools.some((tool) => tool.toLowerCase() === at.call.tool.toLowerCase())
  )
    return false;
  if (
    rule.match !== undefined &&
    !(step.command !== undefined && wordsMatch(rule.match, step.words, rule.caseSensitive))
  )
    return false;
  if (rule.effects !== undefined && !rule.effects.some((effect) => step.effects.includes(effect)))
    return false;
  return rule.matchPath === undefined || step.placed.some((placed) => pathApplies(rule, placed, at));
}

function pathApplies(rule: Rule, placed: Placed, at: Judging): boolean {
  const { target, names, places } = placed;
  const pattern = rule.matchPath ?? '';
  if (!(rule.roles ?? CHANGES).includes(target.role)) return false;
  // What is said of whole folders is asked of those targets alone.
  if (rule.effects?.every((effect) => effect.startsWith('recursive_')) && !target.tree) return false;
  const { home, files } = at.context;
  if (isPlace(pattern)) {
    // An unknown place could be any; only what is known to lie there counts.
    const folders = { project: at.context.project ?? at.call.cwd, home };
    return places.some((name) => isAt(pattern, name, folders) && !(target.unresolved && name.includes('$(')));
  }
  return names.some((name) => {
    const fold = files.folds(name) || !rule.caseSensitive;
    const path = folded(name, fold);
    if (componentsMatch(partsOf(rule, fold, at), itemsOf(path, at))) return true;
    return (
      target.tree === true &&
      target.role === 'removed' &&
      underAnchor(folded(pattern, fold), path, { home: folded(home, fold) })
    );
  });
}

function itemsOf(path: string, at: Judging): readonly string[] {
  let items = at.items.get(path);
  if (items === undefined) {
    items = componentsOf(path);
    at.items.set(path, items);
  }
  return items;
}

/** A rule's path pattern taken apart, once for all targets of the call. */
function partsOf(rule: Rule, fold: boolean, at: Judging): readonly string[] {
  const key = `${fold ? 'f' : 'c'}${rule.matchPath}`;
  const known = at.parts.get(key);
  if (known !== undefined) return known;
  const parts = pathParts(folded(rule.matchPath ?? '', fold), { home: folded(at.context.home, fold) });
  at.parts.set(key, parts);
  return parts;
}
