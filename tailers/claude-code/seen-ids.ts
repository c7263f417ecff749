/** Entries in all: 16 MiB of slots. A longer transcript gets no more `missing_parent` notes. */
const MAX_SLOTS = 1 << 21;
/** Few, and grown as it fills: 1,000 files are followed at once. */
const FIRST_SLOTS = 1 << 5;
/** hostile: ids made to collide would walk the whole table; past this many steps the set gives up. */
const MAX_PROBES = 128;
const FIRST_SEED = 0x811c9dc5;
const SECOND_SEED = 0x9747b28c;

/**
 * The line ids seen so far in one transcript, as 64-bit hashes in typed arrays: 500,000 lines take 8 MiB.
 * It may take an id for seen that was not (a collision), never the other way round, and once it is full it takes
 * every id for seen.
 */
export class SeenIds {
  private slots = new Uint32Array(2 * FIRST_SLOTS);
  private used = 0;
  private full = false;
  private last: string | undefined;

  add(id: string): void {
    if (this.full) return;
    if ((this.used + 1) * 10 > (this.slots.length / 2) * 7) this.grow();
    this.insert(hash(id, FIRST_SEED), hash(id, SECOND_SEED) || 1);
    this.last = id;
  }

  has(id: string): boolean {
    // A line's parent mostly is the line before it.
    if (this.full || id === this.last) return true;
    const high = hash(id, FIRST_SEED);
    const low = hash(id, SECOND_SEED) || 1;
    const at = this.slotOf(high, low);
    return at === undefined || this.slots[at + 1] === low;
  }

  private insert(high: number, low: number): void {
    const at = this.slotOf(high, low);
    if (at === undefined) {
      this.full = true;
      return;
    }
    if (this.slots[at + 1] !== 0) return;
    this.slots[at] = high;
    this.slots[at + 1] = low;
    this.used++;
  }

  /** Where the pair stands or would stand; `undefined` past the last probe. A slot whose second word is 0 is free. */
  private slotOf(high: number, low: number): number | undefined {
    const mask = this.slots.length / 2 - 1;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const at = ((low + probe) & mask) * 2;
      const there = this.slots[at + 1];
      if (there === 0 || (there === low && this.slots[at] === high)) return at;
    }
    return undefined;
  }

  private grow(): void {
    const old = this.slots;
    if (old.length / 2 >= MAX_SLOTS) {
      this.full = true;
      return;
    }
    this.slots = new Uint32Array(old.length * 2);
    this.used = 0;
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] !== 0) this.insert(old[at]!, old[at + 1]!);
    }
  }
}

/** FNV-1a over UTF-16 units with a final mix (MurmurHash3's), 32 bits. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
