const SLOTS = 256;

/** Says of small numbers whether they may have come before, for one object after the other, without being emptied. */
export class TagSet {
  /** In a number's slot: the round in which it, or one that shares the slot, came last. */
  readonly #rounds = new Uint32Array(SLOTS);
  #round = 0;

  begin(): void {
    if (++this.#round < 2 ** 32) return;
    this.#rounds.fill(0);
    this.#round = 1;
  }

  /** True for the first one in its slot since `begin`; false says nothing. */
  isNew(tag: number): boolean {
    const slot = Math.imul(tag, 0x9e3779b1) >>> 24;
    if (this.#rounds[slot] === this.#round) return false;
    this.#rounds[slot] = this.#round;
    return true;
  }
}
