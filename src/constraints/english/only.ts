import { PASSIVES } from '../lexicon/english-phrases.ts';
import { IMPERATIVES, VERBS } from '../lexicon/english-verbs.ts';
import { phrases } from '../phrases.ts';
import type { Token } from '../token.ts';
import { nounAt } from './noun-phrase.ts';
import {
  AFTER,
  isPaths,
  MAY,
  ONLY,
  PLACE,
  placesAt,
  placesEnd,
  placesThenOnly,
  scope,
  workVerb,
  writes,
} from './place.ts';
import { endsAt, type Reading, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

export const ONLY_ALLOWED = phrases(
  "(you're|you are|youre|u are|we're|we are) only (allowed|permitted|supposed|to|cleared|authorized|authorised) (to)?",
  'i only (want|need|allow|permit|would like) (you)? (to)?',
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

const BUT = phrases(
  '(only|just|exclusively|solely|nothing but|nothing except|nothing other than|no file but|no file except|no files except|no files other than|no files but|no file other than|only files in|only files under|only the files in|only inside|only in|only within|only the file)',
);

export function onlyVerb(scene: Scene, i: number): Reading | undefined {
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

/** "change only X", "change just X", "edit X only". */
export function verbOnly(scene: Scene, i: number): Reading | undefined {
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
export function theOnly(scene: Scene, i: number): Reading | undefined {
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
  const noun = scene.noun(i);
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
export function onlyThese(scene: Scene, i: number): Reading | undefined {
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
