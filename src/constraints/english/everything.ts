import { DETERMINERS } from '../lexicon/english-nouns.ts';
import { PASSIVES, STATIVES } from '../lexicon/english-phrases.ts';
import { VERBS } from '../lexicon/english-verbs.ts';
import { phrases } from '../phrases.ts';
import { ended } from './ending.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { OPEN_TO } from './only.ts';
import { elseScope, OUTSIDE, scoped } from './outside.ts';
import { endsAt, hold, type Reading, type Scene } from './scene.ts';
import { statedEnd, trailingAt } from './trailing.ts';

/** "everything outside src/ is off limits", "everything else stays as it is". */
export function elseFrozen(scene: Scene, noun: Noun): Reading | undefined {
  const state = STATIVES.find(scene.tokens, noun.next);
  return state === undefined ? undefined : elseScope(scene, state.next);
}

export function allFrozen(scene: Scene, noun: Noun): Reading | undefined {
  const { tokens } = scene;
  const outside = OUTSIDE.find(tokens, noun.next);
  const scope = outside === undefined ? undefined : scoped(scene, outside.next);
  if (scope !== undefined) {
    const state = STATIVES.find(tokens, scope.next);
    return state === undefined ? allButOpen(scene, outside!.next) : { found: scope.found, next: state.next };
  }
  const state = STATIVES.find(tokens, noun.next);
  if (state === undefined) return allPassive(scene, noun.next);
  return DETERMINERS.find(tokens, noun.next) === undefined
    ? ended(scene, { kind: 'read_only', targets: [], at: state.next })
    : undefined;
}

const OPEN = phrases(
  '(is|are) (totally|perfectly|completely|all)? (fine|ok|okay|up for grabs|free game|fair game|fine with me|good to go|free|yours to change|negotiable|on the table) (to (change|edit|touch|modify))?',
  '(can|may) (go|move|change)',
);

/** "everything except X is fair game": what is excepted is not. */
function allButOpen(scene: Scene, at: number): Reading | undefined {
  const noun = nounAt(scene.tokens, at);
  const open = OPEN.find(scene.tokens, noun.next) ?? OPEN_TO.find(scene.tokens, noun.next);
  return noun.is === 'targets' && open !== undefined && statedEnd(scene, open.next)
    ? { found: [hold('no_modify', noun.targets)], next: open.next }
    : undefined;
}

/** "files must not be deleted". */
function allPassive(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const passive = /^(?:is|are|isn't|aren't|not|never)$/.test(tokens[at]?.low ?? '')
    ? undefined
    : PASSIVES.find(tokens, at);
  if (passive === undefined) return undefined;
  for (const [act, kind] of [
    ['modify', 'read_only'],
    ['delete', 'no_delete'],
  ] as const) {
    const verb = VERBS.get(act)!.find(tokens, passive.next);
    if (verb?.value === 'ed' && endsAt(tokens, trailingAt(tokens, verb.next, true).next))
      return ended(scene, { kind, targets: [], at: verb.next });
  }
  return undefined;
}
