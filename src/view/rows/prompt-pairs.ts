import { isSamePrompt, type PromptKey, promptKey } from '../../analyze/prompts/same-text.ts';
import type { Harness } from '../../model/harness.ts';
import type { PromptEntry } from './entry.ts';
import type { EntryOrder } from './order.ts';

type Waiting = { readonly entry: PromptEntry; key?: PromptKey };

/** So many prompts of hooks wait for their lines at most: each line is compared with all of them. */
const MAX_WAITING = 64;

/** Joins the prompts that hooks saw with the lines that tell of them, so that each is shown once. */
export class PromptPairs {
  #waiting: Waiting[] = [];

  /** A hook saw a prompt. */
  wait(entry: PromptEntry): void {
    this.#waiting.push({ entry });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** Compares what transcripts told since. `textOf`: undefined where it is not there to be read. */
  pair(
    told: readonly PromptEntry[],
    {
      order,
      harness,
      textOf,
    }: {
      readonly order: EntryOrder;
      readonly harness: Harness;
      readonly textOf: (entry: PromptEntry) => string | undefined;
    },
  ): void {
    for (const line of told) {
      if (this.#waiting.length === 0) return;
      const text = textOf(line);
      if (text === undefined) continue;
      const key = promptKey(harness, text);
      const at = this.#waiting.findIndex((one) => {
        one.key ??= promptKey(harness, textOf(one.entry) ?? '\0');
        return one.entry.seq < line.seq && isSamePrompt(key, one.key);
      });
      const [found] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (found !== undefined) order.absorb(line, found.entry);
    }
  }
}
