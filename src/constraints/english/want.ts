import { CHANGES } from '../lexicon/english-phrases.ts';
import { VERBS } from '../lexicon/english-verbs.ts';
import { phrases, words } from '../phrases.ts';
import { ended } from './ending.ts';
import { namedBy } from './keep.ts';
import { nominalAt } from './nominal.ts';
import { nounAt } from './noun-phrase.ts';
import { beginningWith, endsAt, type Reading, type Scene } from './scene.ts';

const DONT_WANT = phrases(
  "(i|we) (don't|do not|dont) (want|need|wish for|want to see|want to have)",
  "(i'd|i would|id) (rather|prefer to) not (see|have)",
  "(i'd|i would) rather not see",
);

const WANT_NO = phrases(
  '(i|we) (want|need|would like|expect|only want) (absolutely)? no',
  "(i'd|i would) (like|prefer) no",
  '(there should be|there must be|there are to be|there will be|let there be|i expect to see|i want to see) (absolutely)? no',
);

const TO_BE = phrases('(to be|to get|being|getting)');

const ADVICE = words(
  'advice plan plans explanation review analysis opinion feedback ideas suggestions thoughts answer answers guidance recommendations diagnosis discussion discuss explain understand recommendation assessment information report',
);

const NOT_DONE = phrases(
  'not (any|the|a|actual|code|file|some)? (code|file)? (edits|edit|changes|change|code|fix|fixes|patch|patches|implementation|modifications|diff|diffs|commits|rewrite|coding|editing|action|implementing)',
);

/** "I need advice, not edits", "look at it, not change it". */
export const adviceAt = beginningWith([words('not')], (scene, i) =>
  scene.tokens[i]?.low !== 'not' || scene.writing || scene.making ? undefined : notDoneAt(scene, i + 1),
);

function noneDone(scene: Scene, at: number): Reading | undefined {
  const none = NOT_DONE.find(scene.tokens, at);
  const asked = none !== undefined && scene.tokens.slice(0, at).some(({ low }) => ADVICE.has(low));
  return asked && endsAt(scene.tokens, none!.next)
    ? ended(scene, { kind: 'read_only', targets: [], at: none!.next })
    : undefined;
}

const LOOKING = words(
  'look review explain read analyse analyze investigate understand discuss think advise inspect check describe explore plan',
);

/** "I only want you to look at the code, not change it." */
function notDoneAt(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const looks = tokens.slice(0, at).some(({ low }) => LOOKING.has(low));
  const verb = VERBS.get('modify')!.find(tokens, at) ?? VERBS.get('carry_out')!.find(tokens, at);
  if (!looks || tokens[at - 2]?.low !== ',' || verb?.value !== 'base') return noneDone(scene, at - 1);
  const noun = nounAt(tokens, verb.next);
  const next = noun.is === 'pronoun' || noun.is === 'all' ? noun.next : verb.next;
  return endsAt(tokens, next) ? ended(scene, { kind: 'read_only', targets: [], at: next }) : undefined;
}

/** "I don't want any changes to X, "I don't want X changed". */
export const unwantedAt = beginningWith([WANT_NO, DONT_WANT], (scene, i) => {
  const { tokens } = scene;
  const none = WANT_NO.find(tokens, i);
  if (none !== undefined) return nominalAt(scene, none.next);
  const want = DONT_WANT.find(tokens, i);
  if (want === undefined) return undefined;
  const nominal =
    nominalAt(scene, want.next) ??
    (tokens[want.next]?.low === 'any' ? nominalAt(scene, want.next + 1) : undefined);
  if (nominal !== undefined) return nominal;
  const noun = nounAt(tokens, want.next);
  const at = TO_BE.find(tokens, noun.next)?.next ?? noun.next;
  const verb = VERBS.get('modify')!.find(tokens, at);
  const changes = tokens[noun.next]?.low === 'to' ? CHANGES.find(tokens, noun.next + 1) : undefined;
  const next = verb?.value === 'ed' ? verb.next : changes?.next;
  if (next === undefined) return undefined;
  const targets = namedBy(scene, noun);
  if (noun.is === 'all') return ended(scene, { kind: 'read_only', targets: [], at: next });
  return targets.length === 0 ? undefined : ended(scene, { kind: 'no_modify', targets, at: next });
});
