/** A map that forgets what was not used for longest, beyond `limit` entries. */
export class NewestMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #limit: number;
  /** The key used last: most lines ask for that one again. */
  #newest: string | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** Makes the entry the newest. */
  set(key: string, value: Value): void {
    const entries = this.#entries;
    if (key !== this.#newest) entries.delete(key);
    this.#newest = key;
    entries.set(key, value);
    if (entries.size <= this.#limit) return;
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      return;
    }
  }
}
