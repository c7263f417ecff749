import { PASSIVES, STATIVES } from '../lexicon/english-phrases.ts';
import { VERBS } from '../lexicon/english-verbs.ts';
import { phrases } from '../phrases.ts';
import type { Token } from '../token.ts';
import { ended } from './ending.ts';
import { allFrozen, elseFrozen } from './everything.ts';
import { namedBy, readOnlyKind } from './keep.ts';
import { beginningWithNoun, endsAt, type Reading, type Scene } from './scene.ts';
import { statedEnd } from './trailing.ts';

const READ_ONLY_NOW = phrases(
  '(is|are) (strictly|absolutely|to be|to be treated as|to stay|to remain|to be considered) read-only',
  '(is|are) read-only (for you|for now|here|today|to you|in this session|for this task|for this session|for this|this time|until further notice)',
);

/** "X is off limits", "X must not be changed", "nothing in X may change". */
export const subjectAt = beginningWithNoun((scene, i) => {
  const { tokens } = scene;
  if (/^(?:no|nothing|none|not|neither|every|each)$/.test(tokens[i]?.low ?? '')) return undefined;
  const only = tokens[i]?.low === 'only' ? 1 : 0;
  const noun = scene.noun(i + only);
  if (only === 1) return noun.is === 'targets' ? stativeAt(scene, noun.next, noun.targets) : undefined;
  if (noun.is === 'else') return elseFrozen(scene, noun);
  if (noun.is === 'all') return allFrozen(scene, noun);
  if (noun.is !== 'targets' && (noun.is !== 'pronoun' || !isSaidOf(tokens, noun.next))) return undefined;
  const targets = namedBy(scene, noun);
  if (targets.length === 0) return undefined;
  return (
    stativeAt(scene, noun.next, targets) ??
    passiveAt(scene, noun.next, targets) ??
    labelledAt(scene, noun.next, targets)
  );
});

/** Whether something is said of the thing before, so that what "it" stands for is worth looking up. */
function isSaidOf(tokens: readonly Token[], at: number): boolean {
  return [STATIVES, READ_ONLY_NOW, PASSIVES].some((table) => table.find(tokens, at) !== undefined);
}

const STAYS = phrases('(stays|stay) (put)?');
const UNCHANGING = phrases(
  "(doesn't|does not|don't|do not|won't|will not) (change|get changed|get touched|get modified)",
);

function stativeAt(scene: Scene, at: number, targets: readonly string[]): Reading | undefined {
  const { tokens } = scene;
  const state = STATIVES.find(tokens, at);
  if (state === undefined) {
    const mine = READ_ONLY_NOW.find(tokens, at);
    const kind = readOnlyKind('read_only', { tokens, next: at, targets });
    if (mine !== undefined) return ended(scene, { kind, targets, at: mine.next });
    const stays =
      STAYS.find(tokens, at) ?? (isDemanded(tokens, at) ? UNCHANGING.find(tokens, at) : undefined);
    const named = targets.every((target) => /[./]/.test(target));
    return stays !== undefined && named && statedEnd(scene, stays.next)
      ? ended(scene, { kind: 'no_modify', targets, at: stays.next })
      : undefined;
  }
  return statedEnd(scene, state.next)
    ? ended(scene, { kind: 'no_modify', targets, at: state.next })
    : undefined;
}

function passiveAt(scene: Scene, at: number, targets: readonly string[]): Reading | undefined {
  const { tokens } = scene;
  const passive = PASSIVES.find(tokens, at);
  if (passive === undefined) return undefined;
  const kinds = [
    ['modify', 'no_modify'],
    ['delete', 'no_delete'],
    ['commit', 'no_commit'],
  ] as const;
  for (const [act, kind] of kinds) {
    const verb = VERBS.get(act)!.find(tokens, passive.next);
    if (verb?.value !== 'ed') continue;
    const fact =
      /^(?:is|are|isn't|aren't|not|never)$/.test(tokens[at]!.low) &&
      !/^(?:to)$/.test(tokens[passive.next - 2]?.low ?? '');
    if (fact && !isDemanded(tokens, at)) return undefined;
    return statedEnd(scene, verb.next) ? ended(scene, { kind, targets, at: verb.next }) : undefined;
  }
  return undefined;
}

/** "make sure X is not touched", "I want X not touched". */
function isDemanded(tokens: readonly Token[], at: number): boolean {
  return tokens
    .slice(Math.max(0, at - 8), at)
    .some(({ low }) =>
      /^(?:sure|ensure|want|need|see|condition|rule|constraint|request|requirement)$/.test(low),
    );
}

const LABELS = phrases(
  "(hands off|off limits|off-limits|do not touch|do not edit|do not modify|do not change|don't touch|dont touch|don't edit|don't modify|don't change|leave alone|leave as is|leave as-is|leave untouched|keep as is|keep as-is|never touch|not to be touched|frozen|no changes|no edits|untouched|unchanged|no touching|stays as is)",
);

/** "billing.py: do not touch". */
function labelledAt(scene: Scene, at: number, targets: readonly string[]): Reading | undefined {
  const { tokens } = scene;
  const mark = tokens[at];
  if (mark === undefined || mark.kind !== 'mark' || !/^[:—)=]$/.test(mark.low)) return undefined;
  const label = LABELS.find(tokens, mark.low === '=' ? at + 2 : at + 1);
  return label !== undefined && endsAt(tokens, label.next)
    ? ended(scene, { kind: 'no_modify', targets, at: label.next })
    : undefined;
}
