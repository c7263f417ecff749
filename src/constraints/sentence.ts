import type { Line } from './lines.ts';
import { words } from './phrases.ts';
import { type Token, tokensOf } from './token.ts';

/** A longer sentence is read in parts, so that what looks ahead in one never looks far. */
const LONGEST = 300;
/** A line of so many characters was probably broken by an editor, not by its author. */
const WRAPPED_AT = 58;
const ENDINGS = words('. ! ? ; 。 ! ? ;');
/** A line that ends with one of these goes on in the next. */
const UNFINISHED = words(`
  the a an any of in to or and but on under from with without not don't dont do never modify change edit touch leave keep
  delete remove only just for by at as is are be please that this your my our no avoid until unless except if it's ,
`);
/** A line that begins with one of these goes on with what the line before says. */
const GOES_ON = words(
  'as or and nor until unless except alone untouched unchanged intact is are which because yet either',
);

/** hostile: readable lines. Their sentences, in order. */
export function sentencesOf(lines: readonly Line[]): readonly (readonly Token[])[] {
  return [...sentencesIn(lines)];
}

/** The same, one after the other: a long prompt is never there as tokens as a whole. */
export function* sentencesIn(lines: readonly Line[]): Generator<readonly Token[]> {
  let open: Token[] = [];
  let before: Line | undefined;
  for (const line of lines) {
    const tokens = tokensOf(line);
    if (before !== undefined && !joins({ before, line, last: open.at(-1), first: tokens[0] })) {
      if (open.length > 0) yield open;
      open = [];
    }
    for (const token of tokens) {
      open.push(token);
      if ((token.kind !== 'mark' || !ENDINGS.has(token.low)) && open.length < LONGEST) continue;
      yield open;
      open = [];
    }
    before = line;
  }
  if (open.length > 0) yield open;
}

type Seam = {
  readonly before: Line;
  readonly line: Line;
  readonly last: Token | undefined;
  readonly first: Token | undefined;
};

/** Whether the sentence at a line's end goes on in the next line. */
function joins({ before, line, last, first }: Seam): boolean {
  if (last === undefined || first === undefined || line.after !== 'line' || line.bullet) return false;
  if (last.low === ':' || last.low === '。') return false;
  if (UNFINISHED.has(last.low) || GOES_ON.has(first.low)) return true;
  return before.text.length >= WRAPPED_AT && first.text[0] === first.text[0]!.toLowerCase();
}
