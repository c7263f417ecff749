/** Where something was said first, by which message last, and how often outside of repetitions. */
export type Known = { readonly line: number; message: string | undefined; count: number };

/** A recording's messages that calls link to. */
type Words = { readonly lines: number[]; line: number };

/** Keys are 40 bytes or less, but those of calls, which hold an id. */
const MAX_SAYINGS = 8_192;
const MAX_MESSAGES = 1_024;
const MAX_LINES = 16;

/**
 * What a recording said so far, by keys that are equal where the same is said again, so that a replaced message, a
 * re-stated history or a reset is not taken for new words. Bounded: what is forgotten counts as new when it is said
 * again, which hides nothing.
 */
export class KnownSayings {
  readonly #sayings = new Map<string, Known>();
  readonly #messages = new Map<string, Words>();

  get(key: string): Known | undefined {
    return this.#sayings.get(key);
  }

  /** It was said on this line, by this message. */
  add(key: string, line: number, message: string | undefined): void {
    const known = this.#sayings.get(key);
    if (known === undefined) {
      this.#sayings.set(key, { line, message, count: 1 });
      forgetBeyond(this.#sayings, MAX_SAYINGS);
      return;
    }
    known.message = message;
    known.count++;
  }

  /** A message with this id was on that line last; undefined where it was on none. */
  lineOf(message: string | undefined): number | undefined {
    return message === undefined ? undefined : this.#messages.get(message)?.line;
  }

  /** Lines with this message's thoughts and texts. */
  wordsOf(message: string | undefined): readonly number[] {
    return message === undefined ? [] : (this.#messages.get(message)?.lines ?? []);
  }

  /** The message is on this line; `words` are lines with thoughts or texts of its own. */
  addMessage(message: string, line: number, words: readonly number[]): void {
    const before = this.#messages.get(message);
    const lines = [...new Set([...(before?.lines ?? []), ...words])].sort((a, b) => a - b);
    this.#messages.delete(message);
    this.#messages.set(message, { line, lines: lines.slice(-MAX_LINES) });
    forgetBeyond(this.#messages, MAX_MESSAGES);
  }
}

/** Forgets the oldest entry where there are more than `limit`. */
function forgetBeyond(map: Map<string, unknown>, limit: number): void {
  if (map.size <= limit) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
