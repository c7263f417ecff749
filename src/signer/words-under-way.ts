import type { HookEvent } from '../model/hook-event.ts';

/**
 * The model's words that came but are not durable yet, by session and turn: a call of that turn waits for them, since
 * its record names theirs.
 */
export class WordsUnderWay {
  private readonly writing = new Map<string, Promise<unknown>>();

  add(event: HookEvent, written: Promise<unknown>): void {
    const key = keyOf(event);
    const all = Promise.allSettled([this.writing.get(key), written]).then(() => {
      if (this.writing.get(key) === all) this.writing.delete(key);
    });
    this.writing.set(key, all);
  }

  /** Resolves when the words of the event's turn are recorded or given up; undefined where none are under way. */
  before(event: HookEvent): Promise<unknown> | undefined {
    return this.writing.get(keyOf(event));
  }
}

function keyOf({ harness, session = '', turn = '' }: HookEvent): string {
  return [harness, session, turn].join('\0');
}
