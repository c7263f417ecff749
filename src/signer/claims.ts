/**
 * Which recorder reads which file, while several work on one home: the one behind the hooks' tailer, and one for each
 * `tracekit record` that was handed over. A line is recorded once, so a file has one reader at a time.
 */
export class Claims {
  private readonly owners = new Map<string, object>();

  /** Takes a file (`<device>:<inode>`) for `owner`; false where another has it. */
  take(file: string, owner: object): boolean {
    const known = this.owners.get(file);
    if (known !== undefined && known !== owner) return false;
    this.owners.set(file, owner);
    return true;
  }

  /** Gives back all that `owner` has. */
  release(owner: object): void {
    for (const [file, one] of this.owners) if (one === owner) this.owners.delete(file);
  }
}
