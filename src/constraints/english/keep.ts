import { DETERMINERS, FOLDER_NOUNS } from '../lexicon/english-nouns.ts';
import {
  CHANGES,
  KEEP,
  LEAVE,
  PASSIVES,
  POSITIVES,
  SKIP,
  STATES,
  STATIVES,
  STAY_OUT,
  TREAT,
  TREATED_AS,
} from '../lexicon/english-phrases.ts';
import { type Act, VERBS } from '../lexicon/english-verbs.ts';
import { phrases, words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { elseScope, ended, OUTSIDE, scoped } from './objects.ts';
import { endsAt, hold, type Reader, type Reading, type Scene } from './scene.ts';
import { OPEN_TO } from './scope.ts';
import { trailingAt } from './trailing.ts';

const UNCOMMITTED = phrases(
  '(out of (the|your|any) (commit|commits|git|history|version control)|uncommitted|unstaged)',
);
const THE_NETWORK = phrases('(the)? (network|internet|web|net)');
const KEYBOARD = phrases('(the|your)? keyboard');
const READ_ONLY_NOW = phrases(
  '(is|are) read-only (for you|for now|here|today|to you|in this session|for this task|for this session|for this|this time|until further notice)',
);

/** "leave X alone", "keep X as it is", "let X be". */
export const keepAt: Reader = (scene, i) => {
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
};

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
  const left = tokens[adverb]?.low === 'left' ? adverb + 1 : adverb;
  const state = STATES.find(tokens, left) ?? STATES.find(tokens, at);
  return state?.next;
}

/** The targets that a noun stands for, through a pronoun too. */
export function namedBy(scene: Scene, noun: Noun): readonly string[] {
  if (noun.is === 'pronoun') return scene.refer(noun.pronoun!, noun.next);
  return noun.is === 'targets' ? noun.targets : [];
}

/** "hands off X", "stay out of X", "skip X". */
export const stayOutAt: Reader = (scene, i) => {
  const { tokens } = scene;
  const stay = STAY_OUT.find(tokens, i);
  const verb = stay ?? SKIP.find(tokens, i);
  if (verb === undefined) return undefined;
  const behind = /^(?:of|from|with|in|on)$/.test(tokens[verb.next]?.low ?? '') ? verb.next + 1 : verb.next;
  const noun = nounAt(tokens, behind);
  const targets = namedBy(scene, noun);
  if (stay !== undefined && noun.is === 'else') return elseScope(scene, noun.next);
  if (tokens[noun.next]?.low === 'from' && FROM_WORK.find(tokens, noun.next) === undefined) return undefined;
  if (targets.length === 0 && stay !== undefined) return handsOff(scene, noun, { at: i, behind });
  const folder = FOLDER_NOUNS.has(tokens[noun.next - 1]?.low ?? '');
  if (stay === undefined && !folder && !targets.some((target) => /[./]/.test(target))) return undefined;
  if (stay === undefined && noun.is === 'pronoun') return undefined;
  return targets.length === 0 ? undefined : ended(scene, { kind: 'no_modify', targets, at: noun.next });
};

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

/** "treat X as frozen", "keep X read-only". */
export const treatAt: Reader = (scene, i) => {
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
};

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

const NOTHING = phrases(
  '(nothing|no file|no files|not a single file|not a single line|no line|no code|none of the files|none of the code|not one file|not one line) (in|inside|under|within|below|of|from)',
  'none of (the|my|these|those)?',
);
const NOTHING_AT_ALL = phrases('(nothing|no file|no files|no code|not a single file|not a single line)');
const NOTHING_OUTSIDE = phrases(
  '(nothing|no file|no files|no code) (outside|outside of|other than|except|but|beyond|besides)',
  '(nothing else|no other file|no other files|no other code) (than|but|besides|except)',
);

/** "X is off limits", "X must not be changed", "nothing in X may change". */
export const subjectAt: Reader = (scene, i) => {
  const { tokens } = scene;
  const outside = NOTHING_OUTSIDE.find(tokens, i);
  if (outside !== undefined) return allButAt(scene, outside.next);
  const nothing = NOTHING.find(tokens, i);
  if (nothing !== undefined) return nothingAt(scene, nothing.next);
  const bare = NOTHING_AT_ALL.find(tokens, i);
  if (bare !== undefined) return nothingAtAll(scene, bare.next);
  if (tokens[i]?.low === 'neither') return neitherAt(scene, i + 1);
  if (/^(?:no|every|each)$/.test(tokens[i]?.low ?? '')) return undefined;
  const only = tokens[i]?.low === 'only' ? 1 : 0;
  const noun = nounAt(tokens, i + only);
  if (only === 1) return noun.is === 'targets' ? stativeAt(scene, noun.next, noun.targets) : undefined;
  if (noun.is === 'else') return elseFrozen(scene, noun);
  if (noun.is === 'all') return allFrozen(scene, noun);
  const targets = namedBy(scene, noun);
  if (targets.length === 0) return undefined;
  return (
    stativeAt(scene, noun.next, targets) ??
    passiveAt(scene, noun.next, targets) ??
    labelledAt(scene, noun.next, targets)
  );
};

/** "nothing outside docs/ may change". */
function allButAt(scene: Scene, at: number): Reading | undefined {
  const noun = nounAt(scene.tokens, at);
  const next = changedAt(scene.tokens, noun.next);
  return noun.is === 'targets' && next !== undefined
    ? { found: [hold('scope', noun.targets)], next }
    : undefined;
}

function nothingAt(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const noun = nounAt(tokens, at);
  const next = changedAt(tokens, noun.next);
  if (noun.is !== 'targets') return undefined;
  if (next !== undefined) return ended(scene, { kind: 'no_modify', targets: noun.targets, at: next });
  const deleted = participleAt(tokens, noun.next, 'delete');
  return deleted === undefined
    ? undefined
    : ended(scene, { kind: 'no_delete', targets: noun.targets, at: deleted });
}

/** "nothing may be changed". */
function nothingAtAll(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const fact = /^(?:is|are)$/.test(tokens[at]?.low ?? '') && tokens[at + 1]?.low !== 'to';
  if (fact || POSITIVES.find(tokens, at) === undefined) return undefined;
  for (const [act, kind] of NOTHING_DONE) {
    const done = participleAt(tokens, at, act);
    const next = done === undefined ? undefined : (TO_DISK.find(tokens, done)?.next ?? done);
    if (next === undefined || !statedEnd(scene, next)) continue;
    const place = act === 'modify' || act === 'delete' ? leadingPlace(scene) : [];
    const placed = act === 'modify' && place.length > 0;
    return ended(scene, { kind: placed ? 'no_modify' : kind, targets: place, at: next });
  }
  return undefined;
}

const NOTHING_DONE = [
  ['modify', 'read_only'],
  ['write', 'read_only'],
  ['delete', 'no_delete'],
  ['push', 'no_push'],
  ['commit', 'no_commit'],
  ['install', 'no_install'],
  ['download', 'no_network'],
] as const;
const TO_DISK = phrases('(to|on) (the)? (disk|file system|filesystem|repo|repository|project|remote|server)');

/** "Under src, …": the place that a sentence begins with. */
function leadingPlace({ tokens }: Scene): readonly string[] {
  if (!/^(?:in|under|inside|within|below)$/.test(tokens[0]?.low ?? '')) return [];
  const noun = nounAt(tokens, 1);
  return noun.is === 'targets' && tokens[noun.next]?.low === ',' ? noun.targets : [];
}

/** "neither a.py nor b.py may be changed". */
function neitherAt(scene: Scene, at: number): Reading | undefined {
  const noun = nounAt(scene.tokens, at);
  const next = noun.is === 'targets' ? changedAt(scene.tokens, noun.next) : undefined;
  return next === undefined
    ? undefined
    : ended(scene, { kind: 'no_modify', targets: noun.targets, at: next });
}

function changedAt(tokens: readonly Token[], at: number): number | undefined {
  return CHANGES.find(tokens, at)?.next ?? participleAt(tokens, at, 'modify');
}

function participleAt(tokens: readonly Token[], at: number, act: Act): number | undefined {
  const passive = POSITIVES.find(tokens, at);
  const verb = passive === undefined ? undefined : VERBS.get(act)!.find(tokens, passive.next);
  return verb?.value === 'ed' ? verb.next : undefined;
}

/** "everything outside src/ is off limits", "everything else stays as it is". */
function elseFrozen(scene: Scene, noun: Noun): Reading | undefined {
  const state = STATIVES.find(scene.tokens, noun.next);
  return state === undefined ? undefined : elseScope(scene, state.next);
}

function allFrozen(scene: Scene, noun: Noun): Reading | undefined {
  const { tokens } = scene;
  const outside = OUTSIDE.find(tokens, noun.next);
  const scope = outside === undefined ? undefined : scoped(scene, outside.next);
  if (scope !== undefined) {
    const state = STATIVES.find(tokens, scope.next);
    return state === undefined ? allButOpen(scene, outside!.next) : { found: scope.found, next: state.next };
  }
  const state = STATIVES.find(tokens, noun.next);
  if (state === undefined) return allPassive(scene, noun.next);
  return DETERMINERS.find(tokens, noun.next) === undefined
    ? ended(scene, { kind: 'read_only', targets: [], at: state.next })
    : undefined;
}

const OPEN = phrases(
  '(is|are) (totally|perfectly|completely|all)? (fine|ok|okay|up for grabs|free game|fair game|fine with me|good to go|free|yours to change|negotiable|on the table) (to (change|edit|touch|modify))?',
  '(can|may) (go|move|change)',
);

/** "everything except X is fair game": what is excepted is not. */
function allButOpen(scene: Scene, at: number): Reading | undefined {
  const noun = nounAt(scene.tokens, at);
  const open = OPEN.find(scene.tokens, noun.next) ?? OPEN_TO.find(scene.tokens, noun.next);
  return noun.is === 'targets' && open !== undefined && statedEnd(scene, open.next)
    ? { found: [hold('no_modify', noun.targets)], next: open.next }
    : undefined;
}

/** "files must not be deleted". */
function allPassive(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const passive = /^(?:is|are|isn't|aren't|not|never)$/.test(tokens[at]?.low ?? '')
    ? undefined
    : PASSIVES.find(tokens, at);
  if (passive === undefined) return undefined;
  for (const [act, kind] of [
    ['modify', 'read_only'],
    ['delete', 'no_delete'],
  ] as const) {
    const verb = VERBS.get(act)!.find(tokens, passive.next);
    if (verb?.value === 'ed' && endsAt(tokens, trailingAt(tokens, verb.next, true).next))
      return ended(scene, { kind, targets: [], at: verb.next });
  }
  return undefined;
}

function stativeAt(scene: Scene, at: number, targets: readonly string[]): Reading | undefined {
  const { tokens } = scene;
  const state = STATIVES.find(tokens, at);
  if (state === undefined) {
    const mine = READ_ONLY_NOW.find(tokens, at);
    const kind = readOnlyKind('read_only', { tokens, next: at, targets });
    return mine === undefined ? undefined : ended(scene, { kind, targets, at: mine.next });
  }
  return statedEnd(scene, state.next)
    ? ended(scene, { kind: 'no_modify', targets, at: state.next })
    : undefined;
}

/** Behind a statement about a thing the clause ends, or says for how long. */
function statedEnd(scene: Scene, at: number): boolean {
  const trailing = trailingAt(scene.tokens, at, true);
  return !trailing.limits && (endsAt(scene.tokens, trailing.next) || trailing.next > at);
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
  return tokens.slice(Math.max(0, at - 8), at).some(({ low }) => /^(?:sure|ensure|want|need|see)$/.test(low));
}

const LABELS = phrases(
  "(hands off|off limits|off-limits|do not touch|do not edit|do not modify|do not change|don't touch|dont touch|don't edit|don't modify|don't change|leave alone|leave as is|leave as-is|leave untouched|keep as is|keep as-is|never touch|not to be touched|frozen|no changes|no edits|untouched|unchanged|no touching|stays as is)",
);

const OFF_LIMITS = phrases(
  '(hands off|off limits|off-limits|out of bounds|frozen|frozen files|untouchable|protected files|protected paths|no-go|no-go areas|no-touch|do-not-touch|do not touch list|forbidden|forbidden files|not to be touched|not to be changed|not to be modified|leave alone|leave untouched|keep as is|keep untouched)',
);

/** "off limits: infra/, deploy/". */
export const offLimitsAt: Reader = (scene, i) => {
  const { tokens } = scene;
  const label = OFF_LIMITS.find(tokens, i);
  if (label === undefined) return undefined;
  const mark = /^(?::|—|are|is)$/.test(tokens[label.next]?.low ?? '') ? label.next + 1 : label.next;
  const noun = nounAt(tokens, mark);
  const named = mark > label.next || noun.targets.every((target) => /[./]/.test(target));
  return noun.is === 'targets' && named
    ? ended(scene, { kind: 'no_modify', targets: noun.targets, at: noun.next })
    : undefined;
};

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
