/** Work on files, one piece at a time for each file, side by side for several. */
export class PathQueue {
  private readonly last = new Map<string, Promise<void>>();
  /** Readings that wait their turn, by file: one that has not begun will see all that is there. */
  private readonly waiting = new Map<string, Promise<void>>();

  /** Runs `work` when the file's work before it is done. Rejects with what it throws. */
  run(path: string, work: () => Promise<void>): Promise<void> {
    const before = this.last.get(path) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(work);
    this.last.set(path, mine);
    const done = (): void => {
      if (this.last.get(path) === mine) this.last.delete(path);
    };
    mine.then(done, done);
    return mine;
  }

  /** Like `run`, but joins one of these that waits its turn. */
  join(path: string, work: () => Promise<void>): Promise<void> {
    const known = this.waiting.get(path);
    if (known !== undefined) return known;
    const mine = this.run(path, () => {
      this.waiting.delete(path);
      return work();
    });
    this.waiting.set(path, mine);
    return mine;
  }
}
