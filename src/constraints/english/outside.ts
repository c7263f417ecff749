import { phrases } from '../phrases.ts';
import { bareEnd } from './ending.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { hold, type Reading, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

export const OUTSIDE = phrases(
  "(outside|outside of|except|except for|except in|but|besides|other than|apart from|beyond|aside from|excluding|save for|that isn't in|that is not in|that's not in|thats not in|not in|that isn't|that is not|that's not|than|except inside|except under|else but|else than|else besides|else except|else outside|else outside of|but in|other than in|unrelated to|not under)",
);

/** "anything", which what follows may turn into a scope: "anything outside docs/", "anything else". */
export function all(scene: Scene, noun: Noun): Reading | undefined {
  const outside = OUTSIDE.find(scene.tokens, noun.next);
  if (outside !== undefined) {
    const scope = scoped(scene, outside.next);
    if (scope !== undefined) return scope;
    if (scene.tokens[noun.next]!.low !== 'but') return undefined;
  }
  if (noun.is === 'all') return bareEnd(scene, 'read_only', noun.next);
  return elseScope(scene, noun.next);
}

/** "nothing else": the paths that were to be worked on are the scope. */
export function elseScope(scene: Scene, at: number): Reading | undefined {
  const targets = scene.worked();
  const trailing = trailingAt(scene.tokens, at, true);
  if (targets.length === 0 || trailing.limits) return undefined;
  return { found: [hold('scope', targets)], next: trailing.next };
}

export function scoped(scene: Scene, at: number): Reading | undefined {
  const noun = nounAt(scene.tokens, at);
  if (noun.is === 'pronoun') {
    const targets = scene.refer(noun.pronoun!, at);
    return targets.length === 0 ? undefined : { found: [hold('scope', targets)], next: noun.next };
  }
  return noun.is === 'targets' ? { found: [hold('scope', noun.targets)], next: noun.next } : undefined;
}
