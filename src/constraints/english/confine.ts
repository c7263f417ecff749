import { NEGATIONS, STATES } from '../lexicon/english-phrases.ts';
import { phrases, words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { endsPlace, isPaths, ONLY, PLACE, placesEnd, placesThenOnly, scope, WORK_IN } from './place.ts';
import { endsAt, hold, type Reading, type Scene } from './scene.ts';

const CONFINED = phrases(
  '(must|should|may|can|need to|have to|are to|shall|will|has to) (all)? (stay|remain|be confined|be limited|be restricted|be kept|only be made|be made only|only go|go only|only happen|happen only|only be|be contained|only touch)',
  '(are|is) (limited|restricted|confined|only allowed|allowed only|strictly limited|to be limited|to be confined|to be restricted|only permitted|permitted only|to stay|contained)',
  '(stay|remain|only|limited|restricted|confined|strictly|stays)',
);

/** What may be limited to a place. */
export const LIMITED = phrases(
  '(yourself|it|everything|(all|any|your|the|all of your|all your|all the|all my|our|every)? (change|changes|edit|edits|work|diff|modifications|patch|writes|write|refactor|refactoring|fix|fixes|code changes|scope|scope of the changes|scope of changes|scope of your changes|blast radius|footprint|file changes|editing|this|task|implementation|attention|efforts|commits|activity|this change|this pr|the pr|things|stuff|updates))',
);

export const LIMIT = phrases(
  '(limit|restrict|confine|constrain|scope|keep|contain|bound|isolate|restricted|limited|narrow|focus)',
);

const INTO = phrases(
  '(to|in|within|inside|inside of|under|to within|on|at|strictly to|strictly in|strictly within|strictly inside|only to|only in|only within|exclusively to|exclusively in|solely to|entirely in|entirely within|just to|just in|purely in|to only|to just)',
);

export const STAY = phrases(
  '(stay|stick|keep|remain) (strictly|only|please|just)? (in|within|inside|inside of|to|with|under)',
  "(do not|don't|dont|never|you (mustn't|must not|shouldn't|should not|may not|can't|cannot)) (leave|stray from|go outside|go outside of|step outside|step outside of|wander outside|stray outside|stray outside of|venture outside|venture outside of|go beyond|touch anything outside)",
);

/** "limit the edits to X", "keep changes in X", "all changes must stay inside X". */
export function limited(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  const limit = LIMIT.find(tokens, i);
  const what = limit === undefined ? undefined : LIMITED.find(tokens, limit.next);
  const at = what?.next ?? confinedAt(tokens, i);
  if (at === undefined) return undefined;
  const adverb =
    /^(?:strictly|only|entirely|solely|exclusively|confined|limited|restricted|contained|local|please)$/.test(
      tokens[at]?.low ?? '',
    ) && INTO.find(tokens, at) === undefined
      ? at + 1
      : at;
  const into = INTO.find(tokens, adverb);
  const noun = into === undefined ? undefined : nounAt(tokens, into.next);
  if (noun?.is === 'pronoun') return pronounScope(scene, noun, into!.next);
  if (noun?.is !== 'targets' || STATES.find(tokens, noun.next) !== undefined) return undefined;
  return endsPlace(tokens, noun.next) ? scope(scene, noun) : undefined;
}

function pronounScope(scene: Scene, noun: Noun, at: number): Reading | undefined {
  const targets = scene.refer(noun.pronoun!, at);
  return targets.length === 0 ||
    (noun.pronoun === 'one' && scene.tokens[at]!.low === 'it' && !endsAt(scene.tokens, noun.next))
    ? undefined
    : { found: [hold('scope', targets)], next: noun.next };
}

/** "all changes must stay", "your edits are restricted". */
function confinedAt(tokens: readonly Token[], i: number): number | undefined {
  const what = LIMITED.find(tokens, i);
  if (what === undefined) return undefined;
  const confined = CONFINED.find(tokens, what.next);
  return confined?.next;
}

export const ONLY_TOUCH = phrases(
  '(the|your|all)? (diff|changes|edits|patch|commit|pr|change|work|result) (should|must|may|can|has to|have to|is to|shall) (only)? (touch|affect|contain|include|modify|change|concern) (only)?',
  'i (only|just) want (any)? (changes|edits|modifications) (in|to|inside|under)',
  'i want (the|any|all)? (changes|edits|modifications) (only) (in|to|inside|under)',
  '(there should be|there must be) (changes|edits) only (in|to)',
);

/** "the diff should only touch X". */
export function onlyTouches(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  const touch = ONLY_TOUCH.find(tokens, i);
  if (touch === undefined || !tokens.slice(i, touch.next).some(({ low }) => low === 'only' || low === 'just'))
    return undefined;
  const noun = placesEnd(scene, touch.next);
  return noun === undefined ? undefined : scope(scene, noun);
}

/** "keep to docs/", "stay inside src/", "don't leave src/". */
export function stayIn(scene: Scene, i: number): Reading | undefined {
  const stay = STAY.find(scene.tokens, i);
  const noun = stay === undefined ? undefined : nounAt(scene.tokens, stay.next);
  if (noun?.is !== 'targets' || STATES.find(scene.tokens, noun.next) !== undefined) return undefined;
  return endsPlace(scene.tokens, noun.next) ? scope(scene, noun) : undefined;
}

/** "work exclusively in X", "make the fix in X only". */
export function workIn(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  const work = WORK_IN.find(tokens, i) ?? LIMITED.find(tokens, i);
  if (work === undefined) return undefined;
  const only = ONLY.find(tokens, work.next);
  if (only === undefined)
    return PLACE.find(tokens, work.next) === undefined ? undefined : placesThenOnly(scene, work.next);
  if (PLACE.find(tokens, only.next) === undefined) return undefined;
  const noun = placesEnd(scene, only.next);
  return noun === undefined ? undefined : scope(scene, noun);
}

/** Instructions whose work lies in the place that is said last: "rename it in models/ only". */
export const PLACED = words(
  'do make apply perform carry fix rename update refactor reformat format rewrite clean migrate convert port tweak adjust add remove replace edit change modify move translate polish tidy lint document put run',
);

/** "do the rename in models/ only", "fix the typos only in docs/". */
export function doneOnlyIn(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  if (!PLACED.has(tokens[i]?.low ?? '')) return undefined;
  for (let at = i + 1; at < tokens.length && at < i + 9; at++) {
    const token = tokens[at]!;
    if (token.kind === 'mark' || NEGATIONS.find(tokens, at) !== undefined) return undefined;
    const only = ONLY.find(tokens, at);
    const lies = only !== undefined && /^(?:in|inside|within|under|to)$/.test(tokens[only.next]?.low ?? '');
    const noun = lies ? placesEnd(scene, only.next) : undefined;
    if (noun !== undefined && isPaths(noun)) return scope(scene, noun);
    if (!/^(?:in|inside|within|under)$/.test(token.low)) continue;
    const placed = placesThenOnly(scene, at);
    if (placed !== undefined) return placed;
  }
  return undefined;
}
