/** How many items of an ascending list have a number below another. */
export function countBefore<T>(items: readonly T[], number: number, of: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(items[middle]!) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
