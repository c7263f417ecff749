const MAX_ALTERNATIVES = 64;

/**
 * The alternatives of a brace expansion's text (`{a,b}`, `{1..3}`), still in shell syntax; undefined where it is
 * none or has more than 64.
 */
export function braceAlternatives(text: string): readonly string[] | undefined {
  const inner = text.slice(1, -1);
  const pieces = splitTopLevel(inner);
  if (pieces.length > 1) return pieces.length > MAX_ALTERNATIVES ? undefined : pieces;
  const range = /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])$/.exec(inner);
  return range === null ? undefined : rangeOf(range[1]!, range[2]!);
}

function splitTopLevel(inner: string): string[] {
  const out: string[] = [];
  let depth = 0;
  let start = 0;
  let quote = '';
  for (let i = 0; i < inner.length; i++) {
    const c = inner[i]!;
    if (c === '\\') i++;
    else if (quote !== '') quote = c === quote ? '' : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (c === '{') depth++;
    else if (c === '}') depth--;
    else if (c === ',' && depth === 0) {
      out.push(inner.slice(start, i));
      start = i + 1;
    }
  }
  out.push(inner.slice(start));
  return out;
}

function rangeOf(from: string, to: string): readonly string[] | undefined {
  const numeric = /\d/.test(from);
  if (numeric !== /\d/.test(to)) return undefined;
  const a = numeric ? Number(from) : from.charCodeAt(0);
  const b = numeric ? Number(to) : to.charCodeAt(0);
  const count = Math.abs(a - b) + 1;
  if (count > MAX_ALTERNATIVES) return undefined;
  const step = a <= b ? 1 : -1;
  return Array.from({ length: count }, (_, i) => {
    const at = a + i * step;
    return numeric ? String(at) : String.fromCharCode(at);
  });
}
