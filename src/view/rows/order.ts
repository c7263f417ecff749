import { type Entry, shownBy } from './entry.ts';

/** The entries of a run in their order, and which one shows which record. Rows are numbered as they stand here. */
export class EntryOrder {
  readonly #entries: Entry[] = [];
  readonly #records: number[] = [];
  readonly #owners: (Entry | undefined)[] = [];
  /** Rows before it are as they were when `settle` was called last. */
  #changed = 0;
  #gone = Number.POSITIVE_INFINITY;

  get total(): number {
    return this.#entries.length;
  }

  at(row: number): Entry | undefined {
    return this.#entries[row];
  }

  slice(from: number, to: number): readonly Entry[] {
    return this.#entries.slice(from, to);
  }

  all(): readonly Entry[] {
    return this.#entries;
  }

  /** Begins a record of the run; what is pushed until the next one begins in it. */
  begin(seq: number): void {
    this.#records.push(seq);
    this.#owners.push(undefined);
  }

  push(entry: Entry): void {
    this.#entries.push(entry);
    this.own(entry);
  }

  /** The record that was begun last is shown by this entry. */
  own(entry: Entry): void {
    this.#owners[this.#owners.length - 1] ??= entry;
  }

  /** The row that shows a record of the run; undefined where none does. */
  rowOf(seq: number): number | undefined {
    const at = lowerBound(this.#records.length, (i) => this.#records[i]! < seq);
    if (this.#records[at] !== seq) return undefined;
    const owner = this.#owners[at];
    return owner === undefined ? undefined : this.rowOfEntry(owner);
  }

  ownerOf(seq: number): Entry | undefined {
    const at = lowerBound(this.#records.length, (i) => this.#records[i]! < seq);
    const owner = this.#records[at] === seq ? this.#owners[at] : undefined;
    return owner === undefined ? undefined : shownBy(owner);
  }

  rowOfEntry(entry: Entry): number {
    const { seq, sub } = shownBy(entry);
    return lowerBound(this.#entries.length, (i) => {
      const one = this.#entries[i]!;
      return one.seq < seq || (one.seq === seq && one.sub < sub);
    });
  }

  /** `entry` has no row any more: `into` shows it. */
  absorb(entry: Entry, into: Entry): void {
    this.#gone = Math.min(this.#gone, this.rowOfEntry(entry));
    entry.into = into;
    this.touch(into);
  }

  /** An entry shows something new. */
  touch(entry: Entry): void {
    this.#changed = Math.min(this.#changed, this.rowOfEntry(entry));
  }

  /** Takes the rows out that are no more. Gives the first row that is new or changed. */
  settle(): number {
    if (this.#gone < this.#entries.length) {
      let to = this.#gone;
      for (let i = this.#gone; i < this.#entries.length; i++) {
        const entry = this.#entries[i]!;
        if (entry.into === undefined) this.#entries[to++] = entry;
      }
      this.#entries.length = to;
    }
    const changed = Math.min(this.#changed, this.#gone);
    this.#gone = Number.POSITIVE_INFINITY;
    this.#changed = this.#entries.length;
    return changed;
  }
}

/** The first index that is not below. */
function lowerBound(length: number, below: (index: number) => boolean): number {
  let from = 0;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (below(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
