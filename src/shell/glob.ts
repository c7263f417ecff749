/**
 * Whether `text` matches the shell pattern: `*`, `?`, `[…]`. One step back at most for each star, so the time is
 * bounded by pattern × text whatever either holds; a `/` is a character like any other.
 */
export function globMatches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    const step = p < pattern.length && pattern[p] !== '*' ? matchOne(pattern, p, text[t]!) : 0;
    if (step > 0) {
      p += step;
      t++;
    } else if (pattern[p] === '*') {
      star = p++;
      mark = t;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** How long the pattern's piece at `p` is, where it matches `char`; 0 where it doesn't. */
function matchOne(pattern: string, p: number, char: string): number {
  const at = pattern[p]!;
  if (at === '?') return 1;
  if (at !== '[') return at === char ? 1 : 0;
  const end = pattern.indexOf(']', p + 2);
  if (end < 0) return at === char ? 1 : 0;
  const negated = pattern[p + 1] === '!' || pattern[p + 1] === '^';
  return inSet(pattern.slice(p + (negated ? 2 : 1), end), char) === negated ? 0 : end - p + 1;
}

function inSet(set: string, char: string): boolean {
  for (let i = 0; i < set.length; i++) {
    if (set[i + 1] === '-' && i + 2 < set.length) {
      if (char >= set[i]! && char <= set[i + 2]!) return true;
      i += 2;
    } else if (set[i] === char) return true;
  }
  return false;
}

/** Whether the text has a pattern's characters. */
export function hasGlob(text: string): boolean {
  return /[*?[]/.test(text);
}
