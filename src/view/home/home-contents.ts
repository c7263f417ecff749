import type { Committed } from '../../model/record.ts';
import { ContentReader } from '../../vault/content-reader.ts';
import { VaultReader } from '../../vault/reader.ts';
import { MAX_OPENED } from '../rows/excerpt.ts';

/** Contents that are kept open, in bytes: a screen's rows ask for the same ones again and again. */
const KEPT_BYTES = 16 << 20;

/** A home's vault, that grows, and loses what is erased, while it is read. */
export class HomeContents {
  readonly #vault: string;
  readonly #newest: VaultReader;
  #reader: ContentReader | undefined;
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(vault: string) {
    this.#vault = vault;
    this.#newest = new VaultReader(vault);
  }

  /** The content, verified; undefined where it is gone or longer than is opened. */
  open({ commitment, bytes }: Committed): Uint8Array | undefined {
    const known = this.#kept.get(commitment);
    if (known !== undefined) return known;
    if (bytes > MAX_OPENED) return undefined;
    this.#reader ??= new ContentReader(this.#vault);
    // The one is fast, and sees what was there when it first looked; the other looks again.
    const found =
      this.#reader.get(commitment, MAX_OPENED) ??
      this.#newest.get(commitment, { maxBytes: MAX_OPENED })?.content;
    if (found !== undefined) this.#keep(commitment, found);
    return found;
  }

  /** The salt that opens a commitment, with its content. */
  opened(commitment: string) {
    return this.#newest.get(commitment, { maxBytes: MAX_OPENED });
  }

  /** Forgets what it knows: something was erased, or the vault is another one. */
  renew(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#kept.clear();
    this.#bytes = 0;
  }

  #keep(commitment: string, content: Uint8Array): void {
    if (content.length > KEPT_BYTES / 8) return;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes + content.length <= KEPT_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
    this.#kept.set(commitment, content);
    this.#bytes += content.length;
  }
}
