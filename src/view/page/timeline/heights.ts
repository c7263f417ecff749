const FIRST_CAPACITY = 1_024;
/** So many rows more are added one by one; beyond that all sums are made anew. */
const FEW = 500;

/**
 * The heights of rows, measured or estimated, in pixels: where a row begins and which row is at a place, each in O(log n)
 * (a Fenwick tree). 8 + 4 bytes a row.
 */
export class Heights {
  readonly #estimate: number;
  #count = 0;
  #sums = new Float64Array(FIRST_CAPACITY + 1);
  #own = new Float32Array(FIRST_CAPACITY);

  constructor(estimate: number) {
    this.#estimate = estimate;
  }

  get count(): number {
    return this.#count;
  }

  get total(): number {
    return this.top(this.#count);
  }

  heightOf(row: number): number {
    return this.#own[row] ?? 0;
  }

  /** Where row `row` begins. */
  top(row: number): number {
    let sum = 0;
    for (let i = Math.min(row, this.#count); i > 0; i -= i & -i) sum += this.#sums[i]!;
    return sum;
  }

  /** The row at a place; the last one beyond the end, 0 before the beginning. */
  at(place: number): number {
    let row = 0;
    let left = place;
    let step = this.#own.length;
    for (; step > 0; step >>= 1) {
      const next = row + step;
      if (next > this.#count || this.#sums[next]! > left) continue;
      row = next;
      left -= this.#sums[next]!;
    }
    return Math.max(0, Math.min(row, this.#count - 1));
  }

  /** Sets a row's height; gives by how much it changed. */
  set(row: number, height: number): number {
    const change = Math.fround(height) - this.#own[row]!;
    if (change === 0) return 0;
    this.#own[row] = height;
    for (let i = row + 1; i < this.#sums.length; i += i & -i) this.#sums[i]! += change;
    return change;
  }

  /** So many rows there are now; new ones are estimated. */
  resize(count: number): void {
    const before = this.#count;
    const fits = count <= this.#own.length;
    this.#count = count;
    if (fits && Math.abs(count - before) < FEW) {
      for (let row = before; row < count; row++) this.set(row, this.#estimate);
      for (let row = count; row < before; row++) this.set(row, 0);
      return;
    }
    let capacity = this.#own.length;
    while (capacity < count) capacity *= 2;
    const own = new Float32Array(capacity);
    own.set(this.#own.subarray(0, Math.min(before, count)));
    own.fill(this.#estimate, Math.min(before, count), count);
    this.#own = own;
    this.#sum();
  }

  #sum(): void {
    const { length } = this.#own;
    const sums = new Float64Array(length + 1);
    for (let i = 1; i <= length; i++) {
      sums[i]! += this.#own[i - 1]!;
      const parent = i + (i & -i);
      if (parent <= length) sums[parent]! += sums[i]!;
    }
    this.#sums = sums;
  }
}
