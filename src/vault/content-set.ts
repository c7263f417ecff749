/**
 * Which contents a vault has, by the first 64 bits of their commitments: 8 bytes a content, since a set of text would take
 * a hundred. Two commitments that begin alike by chance are 1 in 2^64.
 */
export class ContentSet {
  #words = new BigUint64Array(1024);
  #count = 0;
  #sorted = true;

  /** `commitment`: 64 hex digits. */
  add(commitment: string): void {
    if (this.#count === this.#words.length) {
      const more = new BigUint64Array(2 * this.#count);
      more.set(this.#words);
      this.#words = more;
    }
    this.#words[this.#count++] = wordOf(commitment);
    this.#sorted = false;
  }

  has(commitment: string): boolean {
    if (!this.#sorted) this.#words.subarray(0, this.#count).sort();
    this.#sorted = true;
    const word = wordOf(commitment);
    let from = 0;
    let to = this.#count;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#words[middle]! < word) from = middle + 1;
      else to = middle;
    }
    return from < this.#count && this.#words[from] === word;
  }
}

function wordOf(commitment: string): bigint {
  return BigInt(`0x${commitment.slice(0, 16)}`);
}
