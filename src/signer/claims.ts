/**
 * Which recorder reads which file, while several work on one home: the one behind the hooks' tailer, and one for each
 * `tracekit record` that was handed over. A line is recorded once, so a file has one reader at a time. A file is taken
 * by its place (`<device>:<inode>`), which stays when it is moved, and by its path, where another may take its place.
 */
export class Claims {
  /** By place or path: whose it is, and how often that one took it. */
  private readonly all = new Map<string, { readonly owner: object; times: number }>();

  /** Takes a file for `owner`, which may take it more than once; false where another has it. */
  take(names: readonly string[], owner: object): boolean {
    if (names.some((name) => (this.all.get(name)?.owner ?? owner) !== owner)) return false;
    for (const name of names) {
      const known = this.all.get(name);
      if (known === undefined) this.all.set(name, { owner, times: 1 });
      else known.times++;
    }
    return true;
  }

  /** Gives a file back that was taken by these names. */
  give(names: readonly string[], owner: object): void {
    for (const name of names) {
      const known = this.all.get(name);
      if (known?.owner === owner && --known.times === 0) this.all.delete(name);
    }
  }

  /** Gives back all that `owner` has. */
  release(owner: object): void {
    for (const [name, one] of this.all) if (one.owner === owner) this.all.delete(name);
  }
}
