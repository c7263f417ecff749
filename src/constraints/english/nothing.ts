import { CHANGES, POSITIVES } from '../lexicon/english-phrases.ts';
import { type Act, VERBS } from '../lexicon/english-verbs.ts';
import { phrases, words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { ended } from './ending.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { beginningWith, hold, type Reading, type Scene } from './scene.ts';
import { statedEnd } from './trailing.ts';

const NOTHING = phrases(
  '(nothing|no file|no files|not a single file|not a single line|no line|no code|none of the files|none of the code|not one file|not one line) (in|inside|under|within|below|of|from)',
  'none of (the|my|these|those)?',
);

const NOTHING_AT_ALL = phrases('(nothing|no file|no files|no code|not a single file|not a single line)');

const NOTHING_OUTSIDE = phrases(
  '(nothing|no file|no files|no code) (outside|outside of|other than|except|but|beyond|besides)',
  '(nothing else|no other file|no other files|no other code) (than|but|besides|except)',
);

/** "nothing in X may change", "nothing may be pushed", "neither a.py nor b.py may be changed". */
export const nothingMayAt = beginningWith(
  [NOTHING, NOTHING_AT_ALL, NOTHING_OUTSIDE, words('neither')],
  (scene, i) => {
    const { tokens } = scene;
    const outside = NOTHING_OUTSIDE.find(tokens, i);
    if (outside !== undefined) return allButAt(scene, outside.next);
    const nothing = NOTHING.find(tokens, i);
    if (nothing !== undefined) return nothingAt(scene, nothing.next);
    const bare = NOTHING_AT_ALL.find(tokens, i);
    return bare !== undefined ? nothingAtAll(scene, bare.next) : neitherMay(scene, i + 1);
  },
);

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
  if (noun.is === 'all' && next !== undefined)
    return ended(scene, { kind: 'read_only', targets: [], at: next });
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
    if (next === undefined) continue;
    const within = act === 'modify' || act === 'delete' ? placedBehind(scene, next) : undefined;
    if (within !== undefined)
      return ended(scene, {
        kind: act === 'modify' ? 'no_modify' : 'no_delete',
        targets: within.targets,
        at: within.next,
      });
    if (!statedEnd(scene, next)) continue;
    const placeable = act === 'modify' || act === 'delete';
    const place = placeable ? leadingPlace(scene) : [];
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

/** "… removed from assets/". */
function placedBehind({ tokens }: Scene, at: number): Noun | undefined {
  if (!/^(?:in|from|under|inside|within)$/.test(tokens[at]?.low ?? '')) return undefined;
  const noun = nounAt(tokens, at + 1);
  return noun.is === 'targets' ? noun : undefined;
}

/** "Under src, …": the place that a sentence begins with. */
function leadingPlace({ tokens }: Scene): readonly string[] {
  if (!/^(?:in|under|inside|within|below)$/.test(tokens[0]?.low ?? '')) return [];
  const noun = nounAt(tokens, 1);
  return noun.is === 'targets' && tokens[noun.next]?.low === ',' ? noun.targets : [];
}

/** "neither a.py nor b.py may be changed". */
function neitherMay(scene: Scene, at: number): Reading | undefined {
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
