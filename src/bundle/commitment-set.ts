import { fromHex } from '../bytes/hex.ts';

/** 128 bits of the commitment, and the content's length: to meet one by chance or by search takes 2^100 tries. */
const WORDS = 5;
const FREE = 0;
const HELD = 1;
const TAKEN = 2;

/** Commitments that wait for their contents, in about 40 bytes each. */
export class CommitmentSet {
  #words = new Uint32Array(WORDS * 64);
  #states = new Uint8Array(64);
  #used = 0;
  #waiting = 0;

  /** Commitments added and not yet taken. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Adds one; false where it was added before. */
  add(commitment: string, bytes: number): boolean {
    if (2 * this.#used >= this.#states.length) this.#grow();
    const key = keyOf(commitment, bytes);
    const at = this.#find(key);
    if (this.#states[at] !== FREE) return false;
    this.#words.set(key, WORDS * at);
    this.#states[at] = HELD;
    this.#used++;
    this.#waiting++;
    return true;
  }

  /** Takes one out; false where it was never added or is taken already. */
  take(commitment: string, bytes: number): boolean {
    const at = this.#find(keyOf(commitment, bytes));
    if (this.#states[at] !== HELD) return false;
    this.#states[at] = TAKEN;
    this.#waiting--;
    return true;
  }

  #find(key: Uint32Array): number {
    const mask = this.#states.length - 1;
    let at = key[0]! & mask;
    while (this.#states[at] !== FREE && !this.#isAt(at, key)) at = (at + 1) & mask;
    return at;
  }

  #isAt(at: number, key: Uint32Array): boolean {
    for (let i = 0; i < WORDS; i++) if (this.#words[WORDS * at + i] !== key[i]) return false;
    return true;
  }

  #grow(): void {
    const words = this.#words;
    const states = this.#states;
    this.#words = new Uint32Array(2 * words.length);
    this.#states = new Uint8Array(2 * states.length);
    for (let i = 0; i < states.length; i++) {
      if (states[i] === FREE) continue;
      const key = words.subarray(WORDS * i, WORDS * (i + 1));
      const at = this.#find(key);
      this.#words.set(key, WORDS * at);
      this.#states[at] = states[i]!;
    }
  }
}

function keyOf(commitment: string, bytes: number): Uint32Array {
  const hash = fromHex(commitment) ?? new Uint8Array(32);
  const view = new DataView(hash.buffer, hash.byteOffset);
  return Uint32Array.from({ length: WORDS }, (_, i) => (i < 4 ? view.getUint32(4 * i) : bytes));
}
