import type { Link } from '../../src/model/reading.ts';

/** A record names at most so many lines. */
const MAX_LINES = 64;

/** The lines of the current turn that hold the model's words. Bounded: the last 64. */
export class Turn {
  private lines: number[] = [];

  /** A user's line begins a turn, and `turn_ended` ends it: nothing said before leads to what comes. */
  clear(): void {
    this.lines = [];
  }

  addWords(line: number): void {
    if (this.lines.at(-1) === line) return;
    this.lines.push(line);
    if (this.lines.length > MAX_LINES) this.lines.shift();
  }

  /**
   * A call's link to what was said before it in its turn. Never `exact`, not even to words in the call's own line: the
   * writer makes one line of several steps of the conversation, and puts thinking behind text (formats: cursor §4).
   */
  link(): Link {
    const { lines } = this;
    return lines.length === 0 ? { basis: 'none', lines: [] } : { basis: 'ordered', lines: [...lines] };
  }
}
