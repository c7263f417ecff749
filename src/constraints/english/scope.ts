import { VERBS } from '../lexicon/english-verbs.ts';
import { phrases } from '../phrases.ts';
import {
  doneOnlyIn,
  LIMIT,
  LIMITED,
  limited,
  ONLY_TOUCH,
  onlyTouches,
  PLACED,
  STAY,
  stayIn,
  workIn,
} from './confine.ts';
import { ONLY_ALLOWED, onlyThese, onlyVerb, theOnly, verbOnly } from './only.ts';
import { elseScope } from './outside.ts';
import { isPaths, MAY, ONLY, placesEnd, scope, WORK_IN } from './place.ts';
import {
  beginningWith,
  beginningWithNoun,
  type ClauseReader,
  endsAt,
  type Reading,
  type Scene,
} from './scene.ts';
import { trailingAt } from './trailing.ts';

const SCOPE_LABEL = phrases(
  '(in scope|scope|files in scope|allowed files|the scope|your scope|the scope of this task|the scope of this|allowed paths|writable|scope of work|editable files)',
);

/** Acts that write. */
const WRITES = ['modify', 'write', 'carry_out'] as const;

/** Readers of "only change X" and the like. */
export const SCOPE_READERS: readonly ClauseReader[] = [
  beginningWith([MAY, ONLY, ONLY_ALLOWED], onlyVerb),
  beginningWith([MAY, ...WRITES.map((act) => VERBS.get(act)!)], verbOnly),
  beginningWith([LIMIT, LIMITED], limited),
  beginningWith([ONLY_TOUCH], onlyTouches),
  beginningWith([STAY], stayIn),
  beginningWith([WORK_IN, LIMITED], workIn),
  beginningWith([PLACED], doneOnlyIn),
  beginningWithNoun(theOnly),
  beginningWithNoun(onlyThese),
  beginningWith([SCOPE_LABEL], labelled),
].map(({ begins, read }) => ({ begins, read: (scene, i) => (scene.narrowing ? read(scene, i) : undefined) }));

/** "scope: src/", "your scope is src/". */
function labelled(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  const label = SCOPE_LABEL.find(tokens, i);
  if (label === undefined || tokens[i]!.low === 'writable') return undefined;
  const is =
    /^(?:is|are)$/.test(tokens[label.next]?.low ?? '') || tokens[label.next]?.low === ':'
      ? label.next + 1
      : undefined;
  const only = is === undefined ? undefined : (ONLY.find(tokens, is)?.next ?? is);
  const noun = only === undefined ? undefined : placesEnd(scene, only);
  return noun !== undefined && isPaths(noun) ? scope(scene, noun) : undefined;
}

const NOTHING_ELSE = phrases(
  '(and)? (nothing else|nowhere else|no other file|no other files|nothing but that|only that file|only that|and nothing else)',
);

/** ", nothing else" behind an instruction with a path. */
export const nothingElseAt = beginningWith([NOTHING_ELSE], (scene, i) => {
  const found = NOTHING_ELSE.find(scene.tokens, i);
  return found !== undefined && endsAt(scene.tokens, trailingAt(scene.tokens, found.next, true).next)
    ? elseScope(scene, found.next)
    : undefined;
});
