import { NEGATIONS, PASSIVES, SOFT, STATES } from '../lexicon/english-phrases.ts';
import { IMPERATIVES, VERBS } from '../lexicon/english-verbs.ts';
import { phrases, words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { type Noun, nounAt, preciseAt } from './noun-phrase.ts';
import { elseScope } from './objects.ts';
import { endsAt, type Found, hold, type Reader, type Reading, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

const ONLY_ALLOWED = phrases(
  "(you're|you are|youre|u are|we're|we are) only (allowed|permitted|supposed|to|cleared|authorized|authorised) (to)?",
  'i only (want|need|allow|permit|would like) (you)? (to)?',
);
const CONFINED = phrases(
  '(must|should|may|can|need to|have to|are to|shall|will|has to) (all)? (stay|remain|be confined|be limited|be restricted|be kept|only be made|be made only|only go|go only|only happen|happen only|only be|be contained|only touch)',
  '(are|is) (limited|restricted|confined|only allowed|allowed only|strictly limited|to be limited|to be confined|to be restricted|only permitted|permitted only|to stay|contained)',
  '(stay|remain|only|limited|restricted|confined|strictly|stays)',
);
const IS_THE = phrases('(is|are|would be|should be)');
const IS = phrases('(is|are)');
const OPEN_NOW = phrases(
  '(in scope|in play|up for change|open for changes|open for edits|open for editing|fair game)',
);
export const OPEN_TO = phrases(
  '(is|are) (in scope|fair game|open for changes|open for editing|allowed|to be changed|to be touched|to be edited|to be modified|editable|up for changes|writable|yours)',
  '(may|can|should|must|is to|are to|needs to|shall) (be)? (changed|change|edited|touched|modified|updated|written|written to|altered)',
);
const SCOPE_LABEL = phrases(
  '(in scope|scope|files in scope|allowed files|the scope|your scope|the scope of this task|the scope of this|allowed paths|writable|scope of work|editable files)',
);

const ONLY = phrases(
  '(only|just only|exclusively|solely|strictly only|purely|nothing but|only ever|strictly)',
);
const BUT = phrases(
  '(only|just|exclusively|solely|nothing but|nothing except|nothing other than|no file but|no file except|no files except|no files other than|no files but|no file other than|only files in|only files under|only the files in|only inside|only in|only within|only the file)',
);
const AFTER = phrases(
  "(only|exclusively|solely|and nothing else|and only that|and only there|and nowhere else|and no other file|and no other files|nothing else|alone and nothing else|and that's it|and that is it|and no others)",
);
const ELSEWHERE = phrases(
  '(nothing else|nowhere else|no other file|no other files|not elsewhere|not anywhere else|and nothing else|and nowhere else|nothing more|no where else)',
);
/** What may be limited to a place. */
const LIMITED = phrases(
  '(yourself|it|everything|(all|any|your|the|all of your|all your|all the|all my|our|every)? (change|changes|edit|edits|work|diff|modifications|patch|writes|write|refactor|refactoring|fix|fixes|code changes|scope|scope of the changes|scope of changes|scope of your changes|blast radius|footprint|file changes|editing|this|task|implementation|attention|efforts|commits|activity|this change|this pr|the pr|things|stuff|updates))',
);
const LIMIT = phrases(
  '(limit|restrict|confine|constrain|scope|keep|contain|bound|isolate|restricted|limited|narrow|focus)',
);
const INTO = phrases(
  '(to|in|within|inside|inside of|under|to within|on|at|strictly to|strictly in|strictly within|strictly inside|only to|only in|only within|exclusively to|exclusively in|solely to|entirely in|entirely within|just to|just in|purely in|to only|to just)',
);
const STAY = phrases(
  '(stay|stick|keep|remain) (strictly|only|please|just)? (in|within|inside|inside of|to|with|under)',
  "(do not|don't|dont|never|you (mustn't|must not|shouldn't|should not|may not|can't|cannot)) (leave|stray from|go outside|go outside of|step outside|step outside of|wander outside|stray outside|stray outside of|venture outside|venture outside of|go beyond|touch anything outside)",
);
const WORK_IN = phrases(
  '(work|operate|code|stay|fix it|fix this|do it|do this|do the work|do your work|do the fix|do the change|make it|make this|(make|apply|put|implement|do|keep) (the|your|all|any|this|all your|all the|any of your|necessary)? (fix|change|changes|edit|edits|modifications)|i want (the|all|any|your)? (changes|edits))',
);
const PLACE = phrases('(in|on|inside|within|under|to|with)');
const MAY = phrases(
  "(you|u|we) (may|can|should|must|could|will|'re allowed to|are allowed to|are permitted to|have permission to|get to)",
  "(you're|youre) (allowed|permitted|cleared|supposed) to",
  'i (want|need|allow|permit|would like) you to',
  "i'd like you to",
);

/** "only change X": a verb that writes, only, and places. */
export const scopeAt: Reader = (scene, i) =>
  !scene.narrowing
    ? undefined
    : (onlyVerb(scene, i) ??
      verbOnly(scene, i) ??
      limited(scene, i) ??
      onlyTouches(scene, i) ??
      stayIn(scene, i) ??
      workIn(scene, i) ??
      doneOnlyIn(scene, i) ??
      theOnly(scene, i) ??
      onlyThese(scene, i) ??
      labelled(scene, i));

/** A scope on these targets, with what is excepted from it. */
function scope(scene: Scene, noun: Noun): Reading {
  const found: Found[] = [hold('scope', noun.targets)];
  const except = exceptionAt(scene.tokens, noun.next);
  if (except === undefined) return { found, next: noun.next };
  return { found: [...found, hold('no_modify', except.targets)], next: except.next };
}

const EXCEPTION = phrases(
  '(but not|except|except for|not|and not|excluding|but leave out|other than|apart from|minus|without|but never|but not in|just not|but except|except in) (in|under|for)?',
);

/** ", but not src/generated/". */
export function exceptionAt(tokens: readonly Token[], at: number): Noun | undefined {
  const i = /^[,(]$/.test(tokens[at]?.low ?? '') || tokens[at]?.low === '—' ? at + 1 : at;
  const found = EXCEPTION.find(tokens, i);
  const noun = found === undefined ? undefined : nounAt(tokens, found.next);
  if (noun?.is !== 'targets' || !endsAt(tokens, trailingAt(tokens, noun.next, true).next)) return undefined;
  return noun;
}

function writes(scene: Scene, i: number): { readonly next: number } | undefined {
  const options = [VERBS.get('modify')!, VERBS.get('write')!, VERBS.get('carry_out')!].map((table) =>
    table.find(scene.tokens, i),
  );
  const found = options.filter((one) => one?.value === 'base').sort((a, b) => b!.next - a!.next)[0];
  if (found !== undefined && found.next > i) return joinedVerbs(scene, found.next);
  return undefined;
}

/** "edit and create": more verbs of the kind. */
function joinedVerbs(scene: Scene, at: number): { readonly next: number } {
  const joined = /^(?:and|or|\/)$/.test(scene.tokens[at]?.low ?? '') ? writes(scene, at + 1) : undefined;
  return joined ?? { next: at };
}

function placesAt(scene: Scene, at: number): Noun | undefined {
  const place = PLACE.find(scene.tokens, at);
  const noun = nounAt(scene.tokens, place?.next ?? at);
  if (noun.is === 'pronoun') {
    const targets = scene.refer(noun.pronoun!, at);
    return targets.length === 0 ? undefined : { ...noun, is: 'targets', targets };
  }
  return noun.is === 'targets' ? noun : undefined;
}

/** Behind the places the clause must end: "only fix src/ tests that fail" is something else. */
function placesEnd(scene: Scene, at: number): Noun | undefined {
  const noun = placesAt(scene, at);
  if (noun === undefined) return undefined;
  return endsPlace(scene.tokens, noun.next) ? noun : undefined;
}

function endsPlace(tokens: readonly Token[], at: number): boolean {
  return endsAt(tokens, at) || SOFTENED.test(tokens[at]!.low) || SOFT.find(tokens, at) !== undefined;
}
const SOFTENED =
  /^(?:please|pls|plz|thanks|for|today|now|here|except|excluding|not|to|until|when|while|in|this|at|nothing|only|right|that's|with|without|if|though|as|unless|via|plus)$/;

function onlyVerb(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  const may = MAY.find(tokens, i);
  const only = ONLY.find(tokens, may?.next ?? i) ?? onlyAllowed(tokens, i);
  if (only === undefined) return undefined;
  const to = MAY.find(tokens, only.next)?.next ?? only.next;
  const verb = writes(scene, to) ?? workVerb(tokens, to);
  const noun = verb === undefined ? undefined : placesEnd(scene, verb.next);
  return noun === undefined ? undefined : scope(scene, noun);
}

function onlyAllowed(tokens: readonly Token[], i: number): { readonly next: number } | undefined {
  return ONLY_ALLOWED.find(tokens, i);
}

function workVerb(tokens: readonly Token[], i: number): { readonly next: number } | undefined {
  const work = WORK_IN.find(tokens, i);
  return work !== undefined && PLACE.find(tokens, work.next) !== undefined ? work : undefined;
}

/** "change only X", "change just X", "edit X only". */
function verbOnly(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  const start = MAY.find(tokens, i)?.next ?? i;
  const verb = writes(scene, start);
  if (verb === undefined) return undefined;
  const but = BUT.find(tokens, verb.next);
  if (but !== undefined) {
    const noun = placesEnd(scene, but.next);
    return noun === undefined ? undefined : scope(scene, noun);
  }
  return placesThenOnly(scene, verb.next);
}

/** "in X only", "X and nothing else"; a path in a bracket behind it says where X is. */
function placesThenOnly(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const noun = placesAt(scene, at) ?? placeBehind(scene, at);
  if (noun === undefined) return undefined;
  const comma = /^[,—(]$/.test(tokens[noun.next]?.low ?? '') ? noun.next + 1 : noun.next;
  const after =
    (comma === noun.next ? AFTER : ELSEWHERE).find(tokens, comma) ?? AFTER.find(tokens, noun.next);
  if (after === undefined) return undefined;
  const precise = noun.targets.length === 1 ? preciseAt(tokens, after.next, noun.targets[0]!) : undefined;
  if (precise !== undefined) return { found: [hold('scope', [precise])], next: after.next + 3 };
  if (!endsAt(tokens, trailingAt(tokens, after.next, true).next)) return undefined;
  return scope(scene, { ...noun, next: after.next });
}

/** "the bug in X [only]": what is changed there is said first. */
function placeBehind({ tokens }: Scene, at: number): Noun | undefined {
  for (let i = at; i < tokens.length - 1 && i < at + 8; i++) {
    if (tokens[i]!.kind === 'mark') return undefined;
    if (!/^(?:in|inside|within|to|under)$/.test(tokens[i]!.low)) continue;
    const noun = nounAt(tokens, i + 1);
    if (noun.is === 'targets') return noun;
  }
  return undefined;
}

/** "limit the edits to X", "keep changes in X", "all changes must stay inside X". */
function limited(scene: Scene, i: number): Reading | undefined {
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

const ONLY_TOUCH = phrases(
  '(the|your|all)? (diff|changes|edits|patch|commit|pr|change|work|result) (should|must|may|can|has to|have to|is to|shall) (only)? (touch|affect|contain|include|modify|change|concern) (only)?',
  'i (only|just) want (any)? (changes|edits|modifications) (in|to|inside|under)',
  'i want (the|any|all)? (changes|edits|modifications) (only) (in|to|inside|under)',
  '(there should be|there must be) (changes|edits) only (in|to)',
);

/** "the diff should only touch X". */
function onlyTouches(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  const touch = ONLY_TOUCH.find(tokens, i);
  if (touch === undefined || !tokens.slice(i, touch.next).some(({ low }) => low === 'only' || low === 'just'))
    return undefined;
  const noun = placesEnd(scene, touch.next);
  return noun === undefined ? undefined : scope(scene, noun);
}

/** "keep to docs/", "stay inside src/", "don't leave src/". */
function stayIn(scene: Scene, i: number): Reading | undefined {
  const stay = STAY.find(scene.tokens, i);
  const noun = stay === undefined ? undefined : nounAt(scene.tokens, stay.next);
  if (noun?.is !== 'targets' || STATES.find(scene.tokens, noun.next) !== undefined) return undefined;
  return endsPlace(scene.tokens, noun.next) ? scope(scene, noun) : undefined;
}

/** "work exclusively in X", "make the fix in X only". */
function workIn(scene: Scene, i: number): Reading | undefined {
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
const PLACED = words(
  'do make apply perform carry fix rename update refactor reformat format rewrite clean migrate convert port tweak adjust add remove replace edit change modify move translate polish tidy lint document put run',
);

/** "do the rename in models/ only", "fix the typos only in docs/". */
function doneOnlyIn(scene: Scene, i: number): Reading | undefined {
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

const THE_ONLY = phrases(
  '(the|your) only (file|files|place|places|folder|folders|directory|directories|thing|things|module|package|one|ones|paths|path|dir|part|code)',
  '(file|files) (to)? (only)?',
);
const SUBJECT_MAY = phrases(
  "(that|which)? (you|u) (are allowed to|'re allowed to|may|can|should|must|are permitted to|need to|have to|are supposed to|get to)",
  "(that|which)? (you're|youre) (allowed|permitted|supposed|cleared|free|authorized|authorised) to",
  '(that|which) (may|can|should|must|is allowed to|are allowed to|is to|needs to) (be)?',
  'to',
  'you have (write)? (access|permission) to (write to)?',
  'i want (you to)?',
  'allowed to',
);

/** "the only file you may write is X", "X is the only file you may write". */
function theOnly(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  if (/^(?:the|your)$/.test(tokens[i]?.low ?? '')) {
    const behind = theOnlyWrittenAt(scene, i);
    const is =
      behind === undefined
        ? undefined
        : (IS_THE.find(tokens, behind)?.next ??
          (/^[:—]$/.test(tokens[behind]?.low ?? '') ? behind + 1 : undefined));
    const noun = is === undefined ? undefined : placesEnd(scene, is);
    return noun === undefined ? undefined : scope(scene, noun);
  }
  const noun = nounAt(tokens, i);
  const is = noun.is === 'targets' ? IS.find(tokens, noun.next)?.next : undefined;
  const behind = is === undefined ? undefined : theOnlyWrittenAt(scene, is);
  return behind !== undefined && endsAt(tokens, trailingAt(tokens, behind, true).next)
    ? scope(scene, { ...noun, next: behind })
    : undefined;
}

function theOnlyWrittenAt(scene: Scene, i: number): number | undefined {
  const { tokens } = scene;
  const only = THE_ONLY.find(tokens, i);
  if (only === undefined || tokens[i]?.low === 'file' || tokens[i]?.low === 'files') return undefined;
  const may = SUBJECT_MAY.find(tokens, only.next);
  if (may === undefined) return OPEN_NOW.find(tokens, only.next)?.next;
  const verb = writes(scene, may.next)?.next ?? changedParticiple(scene, may.next);
  return verb === undefined ? undefined : (PLACE.find(tokens, verb)?.next ?? verb);
}

function changedParticiple(scene: Scene, i: number): number | undefined {
  const verb = VERBS.get('modify')!.find(scene.tokens, i);
  return verb?.value === 'ed' || verb?.value === 'base' ? verb.next : undefined;
}

/** "only X may be changed", "only X is in scope", "only X.", "X only". */
function onlyThese(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  if (tokens[i]?.low !== 'only') return pathsOnly(scene, i);
  const noun = placesAt(scene, i + 1);
  if (noun === undefined) return undefined;
  const named = !IMPERATIVES.has(tokens[i + 1]!.low);
  const open = OPEN_TO.find(tokens, noun.next);
  if (open !== undefined) return scope(scene, { ...noun, next: open.next });
  const bare = endsAt(tokens, trailingAt(tokens, noun.next, true).next) && isPaths(noun);
  return named && bare && PASSIVES.find(tokens, noun.next) === undefined ? scope(scene, noun) : undefined;
}

function isPaths(noun: Noun): boolean {
  return noun.targets.every((target) => /[./*]/.test(target));
}

function pathsOnly(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  const start = /^(?:in|inside|within|under)$/.test(tokens[i]?.low ?? '') ? i + 1 : i;
  if (tokens[start]?.kind !== 'path') return undefined;
  const noun = nounAt(tokens, start);
  const after = noun.is === 'targets' ? AFTER.find(tokens, noun.next) : undefined;
  return after !== undefined && endsAt(tokens, trailingAt(tokens, after.next, true).next)
    ? scope(scene, { ...noun, next: after.next })
    : undefined;
}

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
export const nothingElseAt: Reader = (scene, i) => {
  const found = NOTHING_ELSE.find(scene.tokens, i);
  return found !== undefined && endsAt(scene.tokens, trailingAt(scene.tokens, found.next, true).next)
    ? elseScope(scene, found.next)
    : undefined;
};
