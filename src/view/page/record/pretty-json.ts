/** No deeper than so many steps is a line set in. hostile: 10,000 arrays within each other. */
const DEEPEST = 40;

/**
 * JSON laid out over lines, as text: nothing is parsed, so no number, order or spelling of it changes. What is no JSON comes
 * out with its own words all the same.
 */
export function prettyJson(text: string): string {
  const out: string[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const char = text[at]!;
    if (char === '"') {
      const end = endOfString(text, at);
      out.push(text.slice(at, end));
      at = end;
      continue;
    }
    at++;
    if (char === '{' || char === '[') {
      const closes = text[at] === '}' || text[at] === ']';
      depth++;
      out.push(char, closes ? '' : newline(depth));
    } else if (char === '}' || char === ']') {
      depth = Math.max(0, depth - 1);
      const opened = text[at - 2] === '{' || text[at - 2] === '[';
      out.push(opened ? '' : newline(depth), char);
    } else if (char === ',') out.push(char, newline(depth));
    else out.push(char === ':' ? ': ' : char);
  }
  return out.join('');
}

/** Behind the quote that ends the string which begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function newline(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, DEEPEST))}`;
}
