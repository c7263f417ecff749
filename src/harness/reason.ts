/** A reason's length in UTF-16 code units, its mark included. */
export const MAX_REASON = 500;
const MARK = '[tracekit]';

/**
 * A reason as a harness may print it: one line that begins with `[tracekit]`, 500 characters at most, no control, format
 * or direction characters, no lone surrogates, never empty. `otherwise` is what it says where there is no text.
 * hostile: reasons quote paths and commands; only the first 4,000 characters are read.
 */
export function reasonLine(said: string | undefined, otherwise: string): string {
  const plain = oneLine(said ?? '');
  const bare = plain.startsWith(MARK) ? plain.slice(MARK.length).trim() : plain;
  return cut(`${MARK} ${bare === '' ? oneLine(otherwise) : bare}`, MAX_REASON);
}

/**
 * A reason between fixed words: what is cut where it grows too long is the reason, never the words around it, since
 * those say what to do.
 */
export function framedReason(before: string, said: string, after: string): string {
  const room = MAX_REASON - MARK.length - before.length - after.length - 2;
  const inner = oneLine(said);
  const bare = inner.startsWith(MARK) ? inner.slice(MARK.length).trim() : inner;
  return `${MARK} ${before}${cut(bare, Math.max(1, room))}${after}`;
}

function oneLine(text: string): string {
  return text
    .slice(0, 4_000)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** At most `most` code units, an ellipsis where something is left out, no half of a pair. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
