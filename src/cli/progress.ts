/** How often the line is written again, in ms. */
const EVERY = 100;

/** A line on stderr that says how far long work is; silent where stderr is no terminal. */
export class Progress {
  private last = -EVERY;
  private shown = false;
  private readonly stream: NodeJS.WriteStream;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.stream = stream;
  }

  /** Shows the text, unless the one before is younger than 100 ms. */
  update(text: () => string): void {
    const now = performance.now();
    if (!this.stream.isTTY || now - this.last < EVERY) return;
    this.last = now;
    this.shown = true;
    this.stream.write(`\r\u001b[2K${text()}`);
  }

  /** Says what is done, and for how long, while it is done. */
  async during<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    const show = (): void =>
      this.update(() => `${what} … ${Math.round((performance.now() - begun) / 1000)} s`);
    show();
    const timer = setInterval(show, 1000);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.done();
    }
  }

  done(): void {
    if (this.shown) this.stream.write('\r\u001b[2K');
    this.shown = false;
  }
}

/** A count of bytes as people say it. */
export function bytesText(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = count / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}
