/**
 * Cuts a `text/event-stream` into the data of its events (HTML §9.2.6), as far as our server writes it: `data:` lines and
 * comments, `\n` between lines. A piece may end anywhere.
 */
export class EventStream {
  #rest = '';
  #data: string[] = [];

  /** The data of the events that `piece` completes. */
  take(piece: string): readonly string[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    const events: string[] = [];
    for (const line of lines) {
      if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
      if (line !== '' || this.#data.length === 0) continue;
      events.push(this.#data.join('\n'));
      this.#data = [];
    }
    return events;
  }
}
