/**
 * Whether version `a` comes before `b`, by their numbers from left to right; what is no number counts as 0. Harnesses
 * name versions `2.1.332`, `0.171.0`, `2026.09.10-fd3934a`.
 */
export function isBefore(a: string, b: string): boolean {
  const left = numbers(a);
  const right = numbers(b);
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function numbers(version: string): readonly number[] {
  return version
    .slice(0, 40)
    .replace(/[-+].*$/s, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0);
}

/** The last of `rows`, oldest first, that is not newer than `version`; without a version the newest. */
export function rowAt<Row extends { readonly since: string }>(
  rows: readonly Row[],
  version: string | undefined,
): Row {
  let found = rows[0]!;
  for (const row of rows) if (version === undefined || !isBefore(version, row.since)) found = row;
  return found;
}
