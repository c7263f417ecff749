import type { HoldKind } from '../hold.ts';
import { DEPENDENCIES, NETWORK } from '../lexicon/english-nouns.ts';
import { type Act, VERBS } from '../lexicon/english-verbs.ts';
import { phrases } from '../phrases.ts';
import { nounAt } from './noun-phrase.ts';
import { exceptionAt } from './place.ts';
import { beginningWith, type Found, hold, type Reading, type Scene } from './scene.ts';

const ALLOW = phrases(
  "(you|u|ya|we) (can|may|could|are allowed to|'re allowed to|are free to|are permitted to|have permission to|are now allowed to|are now free to|have my (ok|okay|permission|blessing|approval|go-ahead) to) (now|also|again|finally|safely|then|go ahead and|of course|freely|still|as well)?",
  "(you're|youre) (now|again|also)? (allowed|free|permitted|cleared|clear|good|welcome) to (now|also|again)?",
  '(go ahead and|feel free to|go on and|please go ahead and|please feel free to|i allow you to|i now allow you to|i permit you to|free to|ok to|okay to|fine to|safe to|good to)',
  "(it's|it is|its|that's|now it's|it's now) (now|also|perfectly|totally)? (ok|okay|fine|alright|all right|safe|good) (now|again)? (for you)? to (now|also)?",
  "(i'm|i am) (ok|okay|fine|happy|good) (with you|for you to|if you)",
);

export const CHANGING: readonly (readonly [Act, readonly HoldKind[]])[] = [
  ['force_push', ['no_push']],
  ['push', ['no_push']],
  ['commit', ['no_commit']],
  ['install', ['no_install']],
  ['delete', ['no_delete']],
  ['download', ['no_network']],
  ['go_online', ['no_network']],
  ['modify', ['no_modify', 'read_only']],
  ['write', ['no_modify', 'read_only']],
  ['carry_out', ['no_modify', 'read_only']],
];

/** "start making changes": as good as the deed. */
const BEGIN = phrases('(start|begin|resume|go back to|get on with|get started) (with)? (now|again)? (to)?');

/** "you may edit X now", "go ahead and push". */
export const allowedAt = beginningWith([ALLOW], (scene, i) => {
  const { tokens } = scene;
  const allow = ALLOW.find(tokens, i);
  if (allow === undefined) return undefined;
  const found: Found[] = [];
  let at = BEGIN.find(tokens, allow.next)?.next ?? allow.next;
  let next = -1;
  for (let step = 0; step < 6; step++) {
    const one = deedAt(scene, at, 'base') ?? deedAt(scene, at, 'ing');
    if (one === undefined) break;
    found.push(...one.found);
    next = one.next;
    if (!/^(?:and|or|,)$/.test(tokens[next]?.low ?? '')) break;
    at = /^(?:and|or)$/.test(tokens[next + 1]?.low ?? '') ? next + 2 : next + 1;
  }
  return next < 0 ? undefined : withException(scene, found, next);
});

/** "You may edit anything except X" forbids X. */
export function withException({ tokens }: Scene, found: readonly Found[], next: number): Reading {
  const except = exceptionAt(tokens, next);
  return except === undefined
    ? { found, next }
    : { found: [...found, hold('no_modify', except.targets)], next: except.next };
}

/** A deed that is allowed: its verb, and what it may be done to. */
function deedAt(scene: Scene, at: number, form: 'base' | 'ing'): Reading | undefined {
  const { tokens } = scene;
  for (const [act, kinds] of CHANGING) {
    const verb = VERBS.get(act)!.find(tokens, at);
    if (verb?.value !== form) continue;
    return {
      found: allowedObject(scene, kinds, verb.next),
      next: Math.max(verb.next, nounAt(tokens, verb.next).next),
    };
  }
  const use = VERBS.get('use')!.find(tokens, at);
  const network = use?.value === form ? NETWORK.find(tokens, use.next) : undefined;
  if (network !== undefined) return { found: [permission(['no_network'], [])], next: network.next };
  const add = VERBS.get('add')!.find(tokens, at);
  const dependency = add?.value === form ? DEPENDENCIES.find(tokens, add.next) : undefined;
  return dependency === undefined
    ? undefined
    : { found: [permission(['no_install'], [])], next: dependency.next };
}

function allowedObject(scene: Scene, kinds: readonly HoldKind[], at: number): readonly Found[] {
  const noun = nounAt(scene.tokens, at);
  const writes = kinds.includes('read_only');
  if (noun.is === 'targets') {
    const named: Found = { say: 'named', targets: noun.targets };
    return writes ? [permission(kinds, noun.targets), named] : [permission(kinds, noun.targets)];
  }
  if (noun.is === 'pronoun') {
    const targets = scene.refer(noun.pronoun!, at);
    return [permission(kinds, writes ? targets : [])];
  }
  if (!writes) return noun.is === 'content' && kinds[0] === 'no_delete' ? [] : [permission(kinds, [])];
  if (noun.is === 'all' || noun.is === 'else') return [permission([...kinds, 'scope'], [])];
  return [permission(['read_only'], [])];
}

export function permission(kinds: readonly HoldKind[], targets: readonly string[]): Found {
  return { say: 'release', kinds, targets, by: 'permission' };
}
