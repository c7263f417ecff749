/** Text that was put into a file: `offset` counts UTF-16 units of the text before any of them. */
export type Insertion = { readonly offset: number; readonly text: string };

/** The text with its insertions, which are in the order of their offsets. */
export function inserted(text: string, insertions: readonly Insertion[]): string {
  let out = '';
  let at = 0;
  for (const { offset, text: put } of insertions) {
    out += text.slice(at, offset) + put;
    at = offset;
  }
  return out + text.slice(at);
}

/**
 * `now` without the insertions that once made it from `before`; undefined where they can't be told any more. What somebody
 * else changed since stays, as long as all of it lies in one stretch that touches none of them.
 */
export function takenBack(
  now: string,
  { before, insertions }: { readonly before: string; readonly insertions: readonly Insertion[] },
): string | undefined {
  const then = inserted(before, insertions);
  if (now === then) return before;
  const most = Math.min(now.length, then.length);
  let head = 0;
  while (head < most && now[head] === then[head]) head++;
  let tail = 0;
  while (tail < most - head && now[now.length - 1 - tail] === then[then.length - 1 - tail]) tail++;
  const moved = now.length - then.length;
  let out = '';
  let from = 0;
  let grown = 0;
  for (const { offset, text } of insertions) {
    const start = offset + grown;
    const end = start + text.length;
    grown += text.length;
    const shift = end <= head ? 0 : start >= then.length - tail ? moved : undefined;
    if (shift === undefined) return undefined;
    out += now.slice(from, start + shift);
    from = end + shift;
  }
  return out + now.slice(from);
}
