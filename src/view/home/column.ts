const FIRST = 1_024;

/** Numbers of 32 bits, one after the other: 4 bytes each. */
export class Column {
  #numbers = new Uint32Array(FIRST);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      // By a half: what is doubled is twice as large as it need be when a log has stopped growing.
      const grown = new Uint32Array(Math.ceil(this.#length * 1.5));
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[this.#length++] = number;
  }
}
