/**
 * What does not hold, and where.
 * `line`: the bytes are no record. `tail`: the last bytes end without a newline. `seq`: a number is missing, doubled
 * or out of order. `link`: `prev` is not the record before. `run`, `late`: the same in a run's chain. `order`: a
 * record stands where its kind may not. `segment`: a file's name is not its first record's number. `root`: the
 * records are not those that were signed. `cite`: a finding cites a record that is not there so. `bundle`, `content`: a
 * bundle's own lines.
 */
export type BreakKind =
  | 'line'
  | 'tail'
  | 'seq'
  | 'link'
  | 'run'
  | 'late'
  | 'order'
  | 'segment'
  | 'root'
  | 'cite'
  | 'bundle'
  | 'content';

/** A byte of what is verified: the file's name, and the offset in it. */
export type Place = { readonly file: string; readonly offset: number };

export type Break = Place & {
  readonly kind: BreakKind;
  /** The record's number; where its own can't be read, the one that it should have had. */
  readonly seq: number;
  readonly what: string;
  /** For `link`: the record before, which may be the changed one. */
  readonly before?: Place & { readonly seq: number };
};

/** So many breaks are listed; the rest is counted. */
export const MAX_BREAKS = 500;

/** Breaks in the order they were found, `count` of them, of which the first 500 are listed. */
export type Breaks = { readonly list: readonly Break[]; readonly count: number };

export class BreakList {
  readonly #list: Break[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(found: Break): void {
    this.#count++;
    if (this.#list.length < MAX_BREAKS) this.#list.push(found);
  }

  breaks(): Breaks {
    return { list: this.#list, count: this.#count };
  }
}

/**
 * Moves each broken link to the record that was changed, as far as it shows: where a record fits neither the one
 * before nor the one after, it is that record; else the one before it is.
 */
export function blame(breaks: readonly Break[]): readonly Break[] {
  const broken = new Set(breaks.filter(({ kind }) => kind !== 'run').map(({ seq }) => seq));
  return breaks.map((one) => {
    if (one.kind !== 'link' || one.before === undefined || broken.has(one.seq + 1)) return one;
    return { ...one, ...one.before };
  });
}
