import type { Problem } from './command.ts';
import { MAX_DEPTH } from './walk-state.ts';

/**
 * Characters of a line that is read at all. Linux hands no program an argument of more than 128 KiB, so that no longer
 * command can be run by `sh -c`.
 */
export const MAX_LINE = 2 ** 20;
/** Shorter lines are parsed whatever they hold: their cost is small by their length. */
const SMALL = 16_384;
/** Here-documents that one physical line may open: the parser's time for them grows with the square of their number. */
const MAX_HEREDOCS = 64;

/**
 * What makes a long line cost more than its length, and so is not parsed: the parser reads what stands in
 * substitutions once for each level of them. Counted without regard to quotes, in one pass; such a line is `ask`.
 */
export function beyondBudget(line: string): Problem | undefined {
  if (line.length <= SMALL) return undefined;
  if (line.length > MAX_LINE) return { kind: 'too_big', what: `more than ${MAX_LINE} characters` };
  if (hasManyHeredocs(line))
    return { kind: 'too_big', what: `more than ${MAX_HEREDOCS} here-documents in a line` };
  return isDeep(line) ? { kind: 'too_deep', what: `nested more than ${MAX_DEPTH} deep` } : undefined;
}

function hasManyHeredocs(line: string): boolean {
  let count = 0;
  let newline = -1;
  for (let at = line.indexOf('<<'); at >= 0; at = line.indexOf('<<', at + 2)) {
    if (newline < at) {
      count = 0;
      newline = line.indexOf('\n', at);
      if (newline < 0) newline = line.length;
    }
    if (++count > MAX_HEREDOCS) return true;
  }
  return false;
}

/** Whether more expansions are open at once than are followed. A closing bracket closes what was opened last. */
function isDeep(line: string): boolean {
  const open: boolean[] = [];
  let expansions = 0;
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (c === '\\') i++;
    else if (c === '(' || c === '{') {
      const expands = i > 0 && '$<>@!?*+='.includes(line[i - 1]!);
      open.push(expands);
      if (expands && ++expansions > MAX_DEPTH) return true;
    } else if ((c === ')' || c === '}') && open.pop() === true) expansions--;
  }
  return false;
}
