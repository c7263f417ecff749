/** A record that a newer program wrote: its place in the bundle, and the version that it states. */
export type UnreadRecord = { readonly line: number; readonly offset: number; readonly version: number };

/** So many are named; the rest is counted. */
const MAX_NAMED = 20;

/** The bundle's records of a newer version: their places in chains and tree are checked, but not what they say. */
export class UnreadRecords {
  readonly #named: UnreadRecord[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(record: UnreadRecord): void {
    this.#count++;
    if (this.#named.length < MAX_NAMED) this.#named.push(record);
  }

  /** What a person must know of them: each with its place. */
  basis(): readonly string[] {
    const rest = this.#count - this.#named.length;
    return [
      ...this.#named.map(
        ({ line, offset, version }) =>
          `the record in line ${line}, byte ${offset} of the bundle, is of version ${version}, newer than this program: what it says cannot be told; use a newer tracekit`,
      ),
      ...(rest > 0 ? [`${rest} more are of a newer version`] : []),
    ];
  }
}
