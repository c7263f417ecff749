import { canonicalize } from '../bytes/canonical.ts';
import type { Json } from '../model/record.ts';
import type { BundleLine, Manifest } from './format.ts';

const FLUSH_AT = 1 << 18;

/** Writes a bundle's lines, some at once. */
export class BundleWriter {
  readonly #write: (text: string) => void;
  #text = '';

  /** `write` takes whole lines; it has them out of memory when it returns. */
  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(value: Manifest | BundleLine): void {
    this.#text += `${canonicalize(value as unknown as Json)}\n`;
    if (this.#text.length >= FLUSH_AT) this.flush();
  }

  flush(): void {
    if (this.#text !== '') this.#write(this.#text);
    this.#text = '';
  }
}
