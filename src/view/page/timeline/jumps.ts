import type { Mark, Marks } from '../../api.ts';

/** What a reviewer jumps to. `key` goes on, in capitals back. */
export const JUMPS = [
  { kind: 'denied', name: 'Denied', key: 'd' },
  { kind: 'held', name: 'Held', key: 'h' },
  { kind: 'findings', name: 'Findings', key: 'f' },
  { kind: 'gaps', name: 'Gaps', key: 'g' },
  { kind: 'prompts', name: 'Prompts', key: 'p' },
] as const;
export type JumpKind = (typeof JUMPS)[number]['kind'];

/** The next row with such a mark after `row`, or the one before it; undefined where there is none. */
export function jumpFrom(marks: Marks, kind: JumpKind, row: number, step: 1 | -1): number | undefined {
  const list = marks[kind];
  const at = firstAfter(list, step === 1 ? row : row - 1);
  return step === 1 ? list[at]?.row : list[at - 1]?.row;
}

/** How many marks stand before or at `row`: which one of so many that is. */
export function positionOf(list: readonly Mark[], row: number): number {
  return firstAfter(list, row);
}

/** The row that stands about `ms` after the start, by how many rows each stretch has. */
export function rowAt(marks: Marks, ms: number): number {
  const at = ms / marks.width;
  let rows = 0;
  for (let i = 0; i < Math.min(Math.floor(at), marks.counts.length); i++) rows += marks.counts[i]!;
  const within = (marks.counts[Math.floor(at)] ?? 0) * (at - Math.floor(at));
  return Math.max(0, Math.min(marks.total - 1, Math.floor(rows + within)));
}

/** How long after the start `row` stands, in ms: exactly where it has a mark, else about, by how many rows each stretch has. */
export function timeAt(marks: Marks, row: number): number {
  for (const { kind } of JUMPS) {
    const mark = marks[kind][firstAfter(marks[kind], row) - 1];
    if (mark?.row === row) return mark.ms;
  }
  let rows = 0;
  for (const [i, count] of marks.counts.entries()) {
    if (rows + count > row) return (i + (row - rows + 0.5) / count) * marks.width;
    rows += count;
  }
  return marks.counts.length * marks.width;
}

/** The first index whose row is greater than `row`. */
function firstAfter(list: readonly Mark[], row: number): number {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (list[middle]!.row <= row) from = middle + 1;
    else to = middle;
  }
  return from;
}
