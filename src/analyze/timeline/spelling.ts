const MAX_DEPTH = 32;

/** One spelling for equal values: keys sorted. Two values beyond 32 levels are equal where they differ only there. */
export function spelling(value: unknown, depth = 0): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'undefined';
  if (depth === MAX_DEPTH) return '…';
  if (Array.isArray(value)) return `[${value.map((one) => spelling(one, depth + 1)).join(',')}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${spelling(one, depth + 1)}`).join(',')}}`;
}
