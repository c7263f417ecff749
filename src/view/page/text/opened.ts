import { createContext } from 'preact';

/** How far a text was opened: what came of its content, and whether that is all. */
export type OpenedText = { readonly text: string; readonly cut: boolean };

const MOST_KEPT = 40;

/** Texts that the reader opened. They stay open when their row leaves the window and comes back. */
export class OpenedTexts {
  readonly #texts = new Map<string, OpenedText>();
  readonly #unfolded = new Set<string>();

  get(key: string): OpenedText | undefined {
    return this.#texts.get(key);
  }

  set(key: string, opened: OpenedText): void {
    this.#texts.delete(key);
    this.#texts.set(key, opened);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= MOST_KEPT) break;
      this.#texts.delete(oldest);
    }
  }

  close(key: string): void {
    this.#texts.delete(key);
  }

  /** Whether a part that is folded at first was unfolded. */
  isUnfolded(key: string): boolean {
    return this.#unfolded.has(key);
  }

  setUnfolded(key: string, unfolded: boolean): void {
    if (unfolded) this.#unfolded.add(key);
    else this.#unfolded.delete(key);
  }
}

export const OpenedContext = createContext<OpenedTexts | undefined>(undefined);
