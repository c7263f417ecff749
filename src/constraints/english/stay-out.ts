import { FOLDER_NOUNS } from '../lexicon/english-nouns.ts';
import { SKIP, STAY_OUT } from '../lexicon/english-phrases.ts';
import { phrases } from '../phrases.ts';
import { ended } from './ending.ts';
import { namedBy } from './keep.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { elseScope } from './outside.ts';
import { beginningWith, endsAt, type Reading, type Scene } from './scene.ts';

const THE_NETWORK = phrases('(the)? (network|internet|web|net)');

const KEYBOARD = phrases('(the|your)? keyboard');

/** "hands off X", "stay out of X", "skip X". */
export const stayOutAt = beginningWith([STAY_OUT, SKIP], (scene, i) => {
  const { tokens } = scene;
  const stay = STAY_OUT.find(tokens, i);
  const verb = stay ?? SKIP.find(tokens, i);
  if (verb === undefined) return undefined;
  const behind = /^(?:of|from|with|in|on)$/.test(tokens[verb.next]?.low ?? '') ? verb.next + 1 : verb.next;
  const noun = nounAt(tokens, behind);
  const there = stay !== undefined && tokens[behind]?.low === 'there' ? namedBefore(scene, behind) : [];
  if (there.length > 0) return ended(scene, { kind: 'no_modify', targets: there, at: behind + 1 });
  const targets = namedBy(scene, noun);
  if (stay !== undefined && noun.is === 'else') return elseScope(scene, noun.next);
  if (tokens[noun.next]?.low === 'from' && FROM_WORK.find(tokens, noun.next) === undefined) return undefined;
  if (targets.length === 0 && stay !== undefined) return handsOff(scene, noun, { at: i, behind });
  const folder = FOLDER_NOUNS.has(tokens[noun.next - 1]?.low ?? '');
  if (stay === undefined && !folder && !targets.some((target) => /[./]/.test(target))) return undefined;
  if (stay === undefined && noun.is === 'pronoun') return undefined;
  return targets.length === 0 ? undefined : ended(scene, { kind: 'no_modify', targets, at: noun.next });
});

/** "in X, so keep out of there": the one place that the sentence has named. */
function namedBefore({ tokens }: Scene, at: number): readonly string[] {
  const places: string[] = [];
  for (let i = 0; i < at; i++) {
    if (tokens[i]!.kind === 'path') places.push(tokens[i]!.text);
    if (!/^(?:in|inside|under|within|into|to|on)$/.test(tokens[i]!.low)) continue;
    const noun = nounAt(tokens, i + 1);
    if (noun.is === 'targets' && noun.next <= at) places.push(...noun.targets);
  }
  return new Set(places).size === 1 ? places.slice(0, 1) : [];
}

/** "exclude X from the changes", not from the build. */
const FROM_WORK = phrases(
  'from (the|your|all|any|this)? (change|changes|edit|edits|refactor|refactoring|rename|renaming|diff|work|scope|cleanup|migration|update|rewrite|formatting|reformatting|sweep)',
);

/** "hands off!", "stay off the network". */
function handsOff(
  scene: Scene,
  noun: Noun,
  { at, behind }: { readonly at: number; readonly behind: number },
): Reading | undefined {
  const { tokens } = scene;
  const network = THE_NETWORK.find(tokens, behind);
  if (network !== undefined) return ended(scene, { kind: 'no_network', targets: [], at: network.next });
  const idiom = /^(?:hands|no)$/.test(tokens[at]!.low);
  const keyboard = KEYBOARD.find(tokens, behind)?.next;
  if (!idiom || (noun.is === 'content' && keyboard === undefined)) return undefined;
  const next = noun.is === 'all' ? noun.next : (keyboard ?? behind);
  return endsAt(tokens, next) ? ended(scene, { kind: 'read_only', targets: [], at: next }) : undefined;
}

const OFF_LIMITS = phrases(
  '(hands off|off limits|off-limits|out of bounds|frozen|frozen files|untouchable|protected files|protected paths|no-go|no-go areas|no-touch|do-not-touch|do not touch list|forbidden|forbidden files|not to be touched|not to be changed|not to be modified|leave alone|leave untouched|keep as is|keep untouched)',
);

/** "off limits: infra/, deploy/". */
export const offLimitsAt = beginningWith([OFF_LIMITS], (scene, i) => {
  const { tokens } = scene;
  const label = OFF_LIMITS.find(tokens, i);
  if (label === undefined) return undefined;
  const mark = /^(?::|—|are|is)$/.test(tokens[label.next]?.low ?? '') ? label.next + 1 : label.next;
  const noun = nounAt(tokens, mark);
  const named = mark > label.next || noun.targets.every((target) => /[./]/.test(target));
  return noun.is === 'targets' && named
    ? ended(scene, { kind: 'no_modify', targets: noun.targets, at: noun.next })
    : undefined;
});
