import { SPEECH, TEXTS, THINGS } from '../lexicon/english-phrases.ts';
import { MAKING, WRITING } from '../lexicon/english-verbs.ts';
import { words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { becomesThing, behindPreamble } from './frame.ts';

/** What stands below a line that ends in a colon: text that is not said to the agent, or the description of a thing. */
export type Below = {
  readonly kind: 'nothing' | 'text' | 'thing';
  readonly ends: 'nothing' | 'text' | 'list' | 'paragraph' | 'never';
};

const PASTED = words(
  'trace log logs output error errors mail email message messages ticket issue comment comments snippet stacktrace traceback transcript conversation quote text article review feedback readme prompt prompts code response reply answer warning slack thread spec diff description',
);

/** What goes on for more than a paragraph, as a rule. */
const LETTERS = words('mail email message letter article transcript conversation');

const NOTHING: Below = { kind: 'nothing', ends: 'nothing' };

/** hostile: a sentence. What it announces for the lines below it. */
export function announces(tokens: readonly Token[]): Below {
  if (tokens.at(-1)?.low !== ':') return NOTHING;
  const first = tokens[behindPreamble(tokens, 0)]?.low ?? tokens[0]!.low;
  const handles = /^(?:translate|summarise|summarize|proofread|rephrase|reword|paraphrase)$/.test(first);
  const shows =
    /^(?:here|here's|heres|this|from|below|i|got|it|he|she|they|look|see|context|for)$/.test(first) &&
    tokens.some(({ low }) => PASTED.has(low));
  const speaks = tokens.some(
    ({ low }, i) => SPEECH.has(low) && i > 0 && !/^(?:i|to|you)$/.test(tokens[i - 1]!.low),
  );
  if (handles || tokens.some(({ low }) => LETTERS.has(low)))
    return { kind: shows || handles || speaks ? 'text' : 'nothing', ends: 'text' };
  if (shows || speaks || PASTED.has(first)) return { kind: 'text', ends: 'nothing' };
  const listed = tokens.some(({ low }) =>
    /^(?:requirements|features|properties|options|behaviour|behavior|acceptance|spec|specs|characteristics)$/.test(
      low,
    ),
  );
  if (listed && tokens.some(({ low }) => THINGS.has(low))) return { kind: 'thing', ends: 'nothing' };
  if (becomesThing(tokens) === tokens.length - 1) return { kind: 'thing', ends: 'nothing' };
  if (!MAKING.has(first) && !WRITING.has(first)) return NOTHING;
  if (
    MAKING.has(first) &&
    tokens.some(({ low }) => TEXTS.has(low) && !/^(?:this|these|following|below)$/.test(low))
  )
    return { kind: 'text', ends: 'nothing' };
  return tokens.some(({ low }) => THINGS.has(low)) || /^(?:build|create|design|develop)$/.test(first)
    ? { kind: 'thing', ends: 'nothing' }
    : NOTHING;
}
