import { SOFT } from '../lexicon/english-phrases.ts';
import { VERBS } from '../lexicon/english-verbs.ts';
import { phrases } from '../phrases.ts';
import type { Token } from '../token.ts';
import { type Noun, nounAt, preciseAt } from './noun-phrase.ts';
import { endsAt, type Found, hold, type Reading, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

export const ONLY = phrases(
  '(only|just only|exclusively|solely|strictly only|purely|nothing but|only ever|strictly)',
);

export const AFTER = phrases(
  "(only|exclusively|solely|and nothing else|and only that|and only there|and nowhere else|and no other file|and no other files|nothing else|alone and nothing else|and that's it|and that is it|and no others)",
);

const ELSEWHERE = phrases(
  '(nothing else|nowhere else|no other file|no other files|not elsewhere|not anywhere else|and nothing else|and nowhere else|nothing more|no where else)',
);

export const WORK_IN = phrases(
  '(work|operate|code|stay|fix it|fix this|do it|do this|do the work|do your work|do the fix|do the change|make it|make this|(make|apply|put|implement|do|keep) (the|your|all|any|this|all your|all the|any of your|necessary)? (fix|change|changes|edit|edits|modifications)|i want (the|all|any|your)? (changes|edits))',
);

export const PLACE = phrases('(in|on|inside|within|under|to|with)');

export const MAY = phrases(
  "(you|u|we) (may|can|should|must|could|will|'re allowed to|are allowed to|are permitted to|have permission to|get to)",
  "(you're|youre) (allowed|permitted|cleared|supposed) to",
  'i (want|need|allow|permit|would like) you to',
  "i'd like you to",
);

/** A scope on these targets, with what is excepted from it. */
export function scope(scene: Scene, noun: Noun): Reading {
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

export function writes(scene: Scene, i: number): { readonly next: number } | undefined {
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

export function placesAt(scene: Scene, at: number): Noun | undefined {
  const place = PLACE.find(scene.tokens, at);
  const noun = nounAt(scene.tokens, place?.next ?? at);
  if (noun.is === 'pronoun') {
    const targets = scene.refer(noun.pronoun!, at);
    return targets.length === 0 ? undefined : { ...noun, is: 'targets', targets };
  }
  return noun.is === 'targets' ? noun : undefined;
}

/** Behind the places the clause must end: "only fix src/ tests that fail" is something else. */
export function placesEnd(scene: Scene, at: number): Noun | undefined {
  const noun = placesAt(scene, at);
  if (noun === undefined) return undefined;
  return endsPlace(scene.tokens, noun.next) ? noun : undefined;
}

export function endsPlace(tokens: readonly Token[], at: number): boolean {
  return endsAt(tokens, at) || SOFTENED.test(tokens[at]!.low) || SOFT.find(tokens, at) !== undefined;
}

const SOFTENED =
  /^(?:please|pls|plz|thanks|for|today|now|here|except|excluding|not|to|until|when|while|in|this|at|nothing|only|right|that's|with|without|if|though|as|unless|via|plus)$/;

export function workVerb(tokens: readonly Token[], i: number): { readonly next: number } | undefined {
  const work = WORK_IN.find(tokens, i);
  return work !== undefined && PLACE.find(tokens, work.next) !== undefined ? work : undefined;
}

/** "in X only", "X and nothing else"; a path in a bracket behind it says where X is. */
export function placesThenOnly(scene: Scene, at: number): Reading | undefined {
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

export function isPaths(noun: Noun): boolean {
  return noun.targets.every((target) => /[./*]/.test(target));
}
