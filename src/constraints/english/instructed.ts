import type { HoldKind } from '../hold.ts';
import { SOFT } from '../lexicon/english-phrases.ts';
import { ACTS_OF, VERBS } from '../lexicon/english-verbs.ts';
import type { Token } from '../token.ts';
import { nounAt } from './noun-phrase.ts';
import { CHANGING } from './permit.ts';
import { endsAt, type Found, type Scene } from './scene.ts';

/** An instruction to do what was held: "now push", "fix billing.py". Such words end a hold of an earlier prompt. */
export function instructedAt(scene: Scene, i: number): readonly Found[] {
  const { tokens } = scene;
  const acts = ACTS_OF.get(tokens[i]?.low ?? '');
  if (acts === undefined) return [];
  for (const [act, kinds] of CHANGING) {
    const verb = acts.includes(act) ? VERBS.get(act)!.find(tokens, i) : undefined;
    if (verb?.value !== 'base') continue;
    const noun = nounAt(tokens, verb.next);
    if (!kinds.includes('read_only') && act !== 'delete')
      return act !== 'download' && deedEnds(tokens, verb.next) ? [instruction(kinds, [])] : [];
    const targets = noun.is === 'pronoun' ? scene.refer(noun.pronoun!, i) : noun.targets;
    if (kinds.includes('read_only'))
      return [
        instruction(['read_only'], []),
        ...(targets.length > 0 ? [instruction(['no_modify'], targets)] : []),
      ];
    return targets.length > 0 ? [instruction(kinds, targets)] : [];
  }
  return [];
}

/** "push", "push it", "commit and push", "install lodash": not "commit messages should …". */
function deedEnds(tokens: readonly Token[], at: number): boolean {
  const low = tokens[at]?.low ?? '';
  return (
    endsAt(tokens, at) ||
    /^(?:it|this|that|them|to|the|your|all|everything|with|now|please|again|my|what|these|those|and|as|-m|origin|--force|dependencies|packages)$/.test(
      low,
    ) ||
    tokens[at - 1]!.low.startsWith('install') ||
    SOFT.find(tokens, at) !== undefined
  );
}

function instruction(kinds: readonly HoldKind[], targets: readonly string[]): Found {
  return { say: 'release', kinds, targets, by: 'instruction' };
}
