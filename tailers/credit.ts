/** So many bytes may be under way to the recorder, unacknowledged: bounds the memory of both ends. */
export const WINDOW = 4 * 2 ** 20;

/** Back-pressure: `spend` waits while more than the window is under way. */
export class Credit {
  private underWay = 0;
  private waiting: (() => void)[] = [];
  private readonly window: number;

  constructor(window: number = WINDOW) {
    this.window = window;
  }

  /** Resolves when there is room; a piece larger than the window goes alone. */
  async spend(bytes: number): Promise<void> {
    while (this.underWay > 0 && this.underWay + bytes > this.window) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    }
    this.underWay += bytes;
  }

  earn(bytes: number): void {
    this.underWay -= bytes;
    const waiting = this.waiting;
    this.waiting = [];
    // Each looks again: the first in line may have taken what there was.
    for (const wake of waiting) wake();
  }
}
