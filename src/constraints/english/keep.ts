import { FOLDER_NOUNS } from '../lexicon/english-nouns.ts';
import { KEEP, LEAVE, STATES, TREAT, TREATED_AS } from '../lexicon/english-phrases.ts';
import { phrases, words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { ended } from './ending.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { elseScope, OUTSIDE, scoped } from './outside.ts';
import { beginningWith, endsAt, type Reading, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

const UNCOMMITTED = phrases(
  '(out of (the|your|any) (commit|commits|git|history|version control)|uncommitted|unstaged)',
);

/** "leave X alone", "keep X as it is", "let X be". */
export const keepAt = beginningWith([LEAVE, KEEP], (scene, i) => {
  const { tokens } = scene;
  const verb = LEAVE.find(tokens, i) ?? KEEP.find(tokens, i);
  if (verb === undefined) return undefined;
  const noun = nounAt(tokens, verb.next);
  if (noun.is === 'all' || noun.is === 'else') return everythingKept(scene, noun);
  const targets = namedBy(scene, noun);
  if (targets.length === 0) return undefined;
  const uncommitted = UNCOMMITTED.find(tokens, noun.next);
  if (uncommitted !== undefined) return ended(scene, { kind: 'no_commit', targets, at: uncommitted.next });
  const state = stateAt(tokens, noun.next);
  if (state !== undefined) return ended(scene, { kind: 'no_modify', targets, at: state });
  const spared = /^(?:keep|preserve|retain)$/.test(tokens[i]!.low) && endsAt(tokens, noun.next);
  return spared && isClearing(tokens, i) && isPlace(tokens, noun)
    ? ended(scene, { kind: 'no_delete', targets, at: noun.next })
    : undefined;
});

const CLEARING = words('delete remove clean cleanup prune wipe purge clear drop trash tidy');

/** "clean up, but keep the logs folder". */
function isClearing(tokens: readonly Token[], before: number): boolean {
  return tokens.slice(0, before).some(({ low }) => CLEARING.has(low));
}

function isPlace(tokens: readonly Token[], noun: Noun): boolean {
  return (
    FOLDER_NOUNS.has(tokens[noun.next - 1]?.low ?? '') || noun.targets.every((target) => /[./]/.test(target))
  );
}

/** "leave everything else alone" makes a scope; "leave everything as it is" is read-only. */
function everythingKept(scene: Scene, noun: Noun): Reading | undefined {
  const { tokens } = scene;
  const outside = OUTSIDE.find(tokens, noun.next);
  if (outside !== undefined) {
    const scope = scoped(scene, outside.next);
    return scope !== undefined && stateAt(tokens, scope.next) !== undefined
      ? { found: scope.found, next: stateAt(tokens, scope.next)! }
      : undefined;
  }
  const state = stateAt(tokens, noun.next);
  if (state === undefined) return undefined;
  if (noun.is === 'else') return elseScope(scene, state);
  return scene.writing ? undefined : ended(scene, { kind: 'read_only', targets: [], at: state });
}

function stateAt(tokens: readonly Token[], at: number): number | undefined {
  const adverb =
    /^(?:completely|exactly|strictly|entirely|totally|just|to stay|to remain|all|,|well|fully|absolutely)$/.test(
      tokens[at]?.low ?? '',
    )
      ? at + 1
      : /^to$/.test(tokens[at]?.low ?? '') && /^(?:stay|remain|be|be left)$/.test(tokens[at + 1]?.low ?? '')
        ? at + 2
        : at;
  const left = /^(?:left|kept)$/.test(tokens[adverb]?.low ?? '') ? adverb + 1 : adverb;
  const state = STATES.find(tokens, left) ?? STATES.find(tokens, at);
  return state?.next;
}

/** The targets that a noun stands for, through a pronoun too. */
export function namedBy(scene: Scene, noun: Noun): readonly string[] {
  if (noun.is === 'pronoun') return scene.refer(noun.pronoun!, noun.next);
  return noun.is === 'targets' ? noun.targets : [];
}

/** "treat X as frozen", "keep X read-only". */
export const treatAt = beginningWith([TREAT, KEEP], (scene, i) => {
  const { tokens } = scene;
  const verb = TREAT.find(tokens, i) ?? KEEP.find(tokens, i);
  const noun = verb === undefined ? undefined : nounAt(tokens, verb.next);
  if (noun === undefined) return undefined;
  const as = TREATED_AS.find(tokens, noun.next);
  if (as === undefined) return undefined;
  if (noun.is === 'all' || (noun.is === 'pronoun' && namedBy(scene, noun).length === 0))
    return ended(scene, { kind: 'read_only', targets: [], at: as.next });
  const targets = namedBy(scene, noun);
  return targets.length === 0 || !endsAt(tokens, trailingAt(tokens, as.next, true).next)
    ? undefined
    : ended(scene, {
        kind: readOnlyKind(as.value, { tokens, next: noun.next, targets }),
        targets,
        at: as.next,
      });
});

type Treated = {
  readonly tokens: readonly Token[];
  /** The index behind the noun. */
  readonly next: number;
  readonly targets: readonly string[];
};

/** A folder can be read-only; a file that is read-only is a file not to modify. */
export function readOnlyKind(
  as: 'frozen' | 'read_only',
  { tokens, next, targets }: Treated,
): 'read_only' | 'no_modify' {
  if (as === 'frozen') return 'no_modify';
  const said = /^(?:directory|folder|dir|directories|folders)$/.test(tokens[next - 1]?.low ?? '');
  return said ||
    targets.every(
      (target) =>
        target.endsWith('/') ||
        (target.includes('/') && !/\.\w+$/.test(target)) ||
        /^[a-z_-]+$/i.test(target),
    )
    ? 'read_only'
    : 'no_modify';
}
