/** Beyond so many comparisons order is kept by the nearest match alone. */
const MAX_TABLE = 4_000_000;

/** Which items of two lists are the same ones, one to one and in order: pairs of indexes. */
export type Alignment = readonly (readonly [number, number])[];

/**
 * The longest way to pair `a` and `b` in order. Ties go to the earliest of both. hostile: lists of any length; beyond
 * four million comparisons each of `a` takes the next of `b` that fits.
 */
export function alignInOrder(a: number, b: number, same: (i: number, j: number) => boolean): Alignment {
  const pairs: [number, number][] = [];
  let head = 0;
  while (head < a && head < b && same(head, head)) pairs.push([head, head++]);
  const middle = { from: head, endA: a, endB: b, same };
  const rest = (a - head) * (b - head) > MAX_TABLE ? nearest(middle) : longest(middle);
  for (const pair of rest) pairs.push(pair);
  return pairs;
}

type Middle = {
  readonly from: number;
  readonly endA: number;
  readonly endB: number;
  readonly same: (i: number, j: number) => boolean;
};

function longest({ from, endA, endB, same }: Middle): [number, number][] {
  const [rows, columns] = [endA - from, endB - from];
  const width = columns + 1;
  const best = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const skip = Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!);
      const take = same(from + i, from + j) ? 1 + best[(i + 1) * width + j + 1]! : 0;
      best[i * width + j] = Math.max(skip, take);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const take = 1 + best[(i + 1) * width + j + 1]!;
    if (best[i * width + j] === take && same(from + i, from + j)) pairs.push([from + i++, from + j++]);
    else if (best[(i + 1) * width + j]! >= best[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}

function nearest({ from, endA, endB, same }: Middle): [number, number][] {
  const pairs: [number, number][] = [];
  let next = from;
  for (let i = from; i < endA; i++) {
    for (let j = next; j < endB; j++) {
      if (!same(i, j)) continue;
      pairs.push([i, j]);
      next = j + 1;
      break;
    }
  }
  return pairs;
}
