import { IF_SOFT, LIMITS, SOFT, TILL_WORD } from '../lexicon/english-phrases.ts';
import { words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { endsAt, type Scene } from './scene.ts';

/** What stands behind an object. `limits`: it narrows the ban to an occasion or manner, so that nothing is held. */
export type Trailing = { readonly limits: boolean; readonly untilWord: boolean; readonly next: number };

const PLACES = words('in on to into from for inside against at over of about under onto when');

const UNTIL = words("until till til 'til before while unless");

const PERSON = words(
  "i i've i'm ive im me my review reviewed approve approved approval ok okay permission confirm confirmed say go-ahead",
);

/**
 * hostile: tokens. Reads on behind an object. `open`: the ban names no target, so a place that is no target limits it
 * ("don't delete anything in the cache").
 */
export function trailingAt(tokens: readonly Token[], at: number, open: boolean): Trailing {
  let next = at;
  let untilWord = false;
  for (let step = 0; step < 8; step++) {
    const soft = IF_SOFT.find(tokens, next) ?? SOFT.find(tokens, next);
    if (soft !== undefined) {
      next = soft.next;
      continue;
    }
    if (tokens[next]?.low === '(' || (tokens[next]?.low === ',' && UNTIL.has(tokens[next + 1]?.low ?? ''))) {
      next++;
      continue;
    }
    const till = TILL_WORD.find(tokens, next);
    const end = clauseEnd(tokens, next);
    if (till !== undefined) {
      untilWord = true;
      next = end;
    } else if (isUntil(tokens, next)) {
      untilWord = untilWord || tokens.slice(next, end).some(({ low }) => PERSON.has(low));
      next = end;
    } else break;
  }
  return { limits: limitsAt(tokens, next, open), untilWord, next };
}

/** "until X", "before X" and "while X" say how long; "unless the tests pass" says when not, and limits. */
function isUntil(tokens: readonly Token[], i: number): boolean {
  const low = tokens[i]?.low ?? '';
  return UNTIL.has(low) && low !== 'unless';
}

function limitsAt(tokens: readonly Token[], i: number, open: boolean): boolean {
  if (endsAt(tokens, i) && tokens[i]?.low !== 'as') return false;
  if (LIMITS.find(tokens, i) !== undefined) return true;
  return open && PLACES.has(tokens[i]!.low);
}

function clauseEnd(tokens: readonly Token[], at: number): number {
  let end = at;
  while (end < tokens.length && tokens[end]!.kind !== 'mark' && !/^(?:but|and|so)$/.test(tokens[end]!.low))
    end++;
  return end;
}

/** Behind a statement about a thing the clause ends, or says for how long. */
export function statedEnd(scene: Scene, at: number): boolean {
  const trailing = trailingAt(scene.tokens, at, true);
  return !trailing.limits && (endsAt(scene.tokens, trailing.next) || trailing.next > at);
}
