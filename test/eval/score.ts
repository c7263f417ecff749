/** How often something was right, of how many; with the interval that holds the true share in 95 of 100 (Wilson). */
export type Share = {
  readonly right: number;
  readonly of: number;
  readonly low: number;
  readonly high: number;
};

const Z = 1.959964;

/** Wilson, E. B. 1927, without a continuity correction. */
export function share(right: number, of: number): Share {
  if (of === 0) return { right, of, low: 0, high: 1 };
  const p = right / of;
  const middle = p + (Z * Z) / (2 * of);
  const spread = Z * Math.sqrt((p * (1 - p)) / of + (Z * Z) / (4 * of * of));
  const whole = 1 + (Z * Z) / of;
  return {
    right,
    of,
    low: Math.max(0, (middle - spread) / whole),
    high: Math.min(1, (middle + spread) / whole),
  };
}

/** What was found of what was there, and what was there of what was found. */
export type Score = { found: number; missed: number; wrong: number };

export function precision({ found, wrong }: Score): Share {
  return share(found, found + wrong);
}

export function recall({ found, missed }: Score): Share {
  return share(found, found + missed);
}

export function shown({ right, of, low, high }: Share): string {
  if (of === 0) return '-';
  const percent = (part: number): string => (part * 100).toFixed(1);
  return `${(right / of).toFixed(3)} (${right}/${of}, ${percent(low)}–${percent(high)} %)`;
}
