import {
  CLAIMS,
  type Claimed,
  DENIAL_HEDGES,
  DENIALS,
  type Denied,
  HEDGES,
  PUSHED_ELSEWHERE,
} from './lexicon.ts';
import { sentencesOf } from './sentences.ts';

/** A sentence of the agent's that claims something. */
export type Claim = { readonly claimed: Claimed; readonly sentence: string };
/** A sentence that denies something; `path` where it is of one file. */
export type Denial = { readonly denied: Denied; readonly sentence: string; readonly path?: string };

const CLAIMED: readonly Claimed[] = ['tests', 'commit', 'push', 'install'];
const DENIED: readonly Denied[] = ['push', 'delete', 'edit', 'network'];

/** hostile: what an agent said. The first sentence of each kind that claims something done. */
export function claimsOf(text: string): readonly Claim[] {
  const sentences = sentencesOf(text).filter((sentence) => !HEDGES.test(sentence));
  return CLAIMED.flatMap((claimed) => {
    const sentence = sentences.find(
      (one) =>
        CLAIMS[claimed].some((form) => form.test(one)) && !(claimed === 'push' && PUSHED_ELSEWHERE.test(one)),
    );
    return sentence === undefined ? [] : [{ claimed, sentence }];
  });
}

/** hostile: what an agent said. Every sentence that denies something. */
export function denialsOf(text: string): readonly Denial[] {
  return sentencesOf(text).flatMap((sentence) => {
    if (DENIAL_HEDGES.test(sentence)) return [];
    return DENIED.flatMap((denied): readonly Denial[] => {
      for (const form of DENIALS[denied]) {
        const found = form.exec(sentence);
        if (found === null) continue;
        return [{ denied, sentence, ...(found[1] === undefined ? {} : { path: found[1] }) }];
      }
      return [];
    });
  });
}
