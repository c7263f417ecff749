import { NEGATIONS, PREAMBLE } from '../lexicon/english-phrases.ts';
import { IMPERATIVES } from '../lexicon/english-verbs.ts';
import { words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { behindPreamble } from './frame.ts';

const BREAKS = words('but and so then though however plus & yet + because since as');

/** What makes a "that" behind it the person's own word. */
const AGREED = words('agreed decided insist important crucial promised');

export const POLITE = words('please pls plz kindly');

/** Whether a clause may begin at token `i`. */
export function beginsClause(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!;
  if (i === 0 || token.line !== 'inside') return true;
  const before = tokens[i - 1]!;
  if (before.kind === 'mark') return before.low !== '.' || token.kind !== 'mark';
  if (token.quoted) return false;
  if (BREAKS.has(before.low) && before.low !== 'as') return true;
  if (before.low === 'that' && tokens.slice(0, i).some(({ low }) => AGREED.has(low))) return true;
  if (POLITE.has(token.low) || token.low === 'without' || token.low === 'w/o') return true;
  return runsOn(tokens, i);
}

const OPENERS = words("don't dont do never no leave keep only hands stay without avoid treat just not");

const PLURAL = words('we you they i people who which that to not and or these those');

/**
 * "fix the pager dont push": a new clause without a mark, where the sentence began with an instruction and what stands
 * before can't be the subject ("the tests don't …").
 */
function runsOn(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!;
  if (token.kind !== 'word' || !OPENERS.has(token.low)) return false;
  const before = tokens[i - 1]!;
  const begin = behindPreamble(tokens, 0);
  if (before.kind === 'path')
    return /^(?:don't|dont|do|never|leave|keep|hands|stay|avoid|just|no|treat)$/.test(token.low);
  if (!/^(?:don't|dont|never|do)$/.test(token.low) || (token.low === 'do' && tokens[i + 1]?.low !== 'not')) {
    return token.low === 'just' && NEGATIONS.find(tokens, i + 1) !== undefined;
  }
  const instruction = IMPERATIVES.has(tokens[begin]?.low ?? '') || PREAMBLE.find(tokens, begin) !== undefined;
  if (before.low === 'just' || before.low === 'also') return true;
  if (instruction && CHANGERS.has(tokens[begin]!.low) && touchesPath(tokens, i)) return true;
  return (
    instruction &&
    i - begin >= 2 &&
    !PLURAL.has(before.low) &&
    !/(?:[^s]s|ing|[^a-z])$/.test(before.low) &&
    !/^(?:say|says|said|tell|print|prints|mean|means|reads|comment|note|rule|message|warning|prompt|header|policy|users|children|data)$/.test(
      before.low,
    )
  );
}

/** Instructions whose object can't be what a ban is about: "fix the tests dont touch x.py". */
const CHANGERS = words(
  'fix refactor update clean rename migrate upgrade improve simplify repair debug rework port convert finish review explain check',
);

function touchesPath(tokens: readonly Token[], i: number): boolean {
  const verb = NEGATIONS.find(tokens, i)?.next;
  return (
    verb !== undefined &&
    /^(?:touch|edit|change|modify)$/.test(tokens[verb]?.low ?? '') &&
    tokens[verb + 1]?.kind === 'path'
  );
}
