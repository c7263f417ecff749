/** Slots of three words: 3 MiB. Contents beyond 180,000 are not counted any more. */
const MAX_SLOTS = 1 << 18;
/** Few, and grown as it fills: 1,000 files are followed at once. */
const FIRST_SLOTS = 1 << 4;
const WORDS = 3;

/**
 * How often each line's content came so far in one transcript, by 64 bits of its digest. It counts what is new only while
 * there is room.
 */
export class Repeats {
  private slots = new Uint32Array(WORDS * FIRST_SLOTS);
  private used = 0;

  /** How many lines before this one had the same content; `digest` is SHA-256 in hex. */
  next(digest: string): number {
    const [high, low] = [digest.slice(0, 8), digest.slice(8, 16)].map((half) => Number.parseInt(half, 16));
    if (this.used * 10 > (this.slots.length / WORDS) * 7) this.grow();
    const at = this.slotOf(high!, low!);
    const count = this.slots[at + 2]!;
    if (count === 0) {
      if (this.isFull()) return 0;
      this.slots[at] = high!;
      this.slots[at + 1] = low!;
      this.used++;
    }
    this.slots[at + 2] = count + 1;
    return count;
  }

  private isFull(): boolean {
    return this.slots.length === WORDS * MAX_SLOTS && this.used * 10 > MAX_SLOTS * 7;
  }

  /** Where the pair stands or would stand: a slot with count 0 is free. Digests fall evenly. */
  private slotOf(high: number, low: number): number {
    const mask = this.slots.length / WORDS - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * WORDS;
      const isFree = this.slots[at + 2] === 0;
      if (isFree || (this.slots[at] === high && this.slots[at + 1] === low)) return at;
    }
  }

  private grow(): void {
    const old = this.slots;
    if (old.length === WORDS * MAX_SLOTS) return;
    this.slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at + 2] === 0) continue;
      this.slots.set(old.subarray(at, at + WORDS), this.slotOf(old[at]!, old[at + 1]!));
    }
  }
}
