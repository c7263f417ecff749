import type { HoldKind } from './hold.ts';
import { readPrompt } from './read.ts';

const MOST = 120;

/**
 * hostile: a prompt that takes a hold of this kind back. Its words that do so, 120 characters at most; the beginning of
 * the prompt where no statement of it does (a new scope, say).
 */
export function releaseWords(text: string, kind: HoldKind, earlier: readonly string[]): string {
  const { releases } = readPrompt(text, earlier);
  const said = releases.find(({ kinds, by }) => by === 'go_ahead' || kinds.includes(kind));
  const words = said === undefined ? text : text.slice(said.words.at, said.words.at + said.words.length);
  const short = words.trim().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ');
  return short.length <= MOST ? short : `${short.slice(0, MOST - 1)}…`;
}
