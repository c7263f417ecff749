/** Bytes, or the commitment by which the vault has them. */
export type Content = Uint8Array | string;

/** Opens a content of the vault; undefined where it is not there. */
export type Open = (commitment: string) => Uint8Array | undefined;

/** What is read of contents: at once where their bytes are at hand, else when it is asked for. */
export class ReadLater<Value> {
  private contents: readonly Content[];
  private readonly read: (...bytes: readonly Uint8Array[]) => Value;
  private value: Value | undefined;

  constructor(contents: readonly Content[], read: (...bytes: readonly Uint8Array[]) => Value) {
    this.contents = contents;
    this.read = read;
    if (contents.every((content) => typeof content !== 'string')) this.get(() => undefined);
  }

  /** The value; undefined while the vault lacks a content. */
  get(open: Open): Value | undefined {
    if (this.value !== undefined) return this.value;
    const bytes: Uint8Array[] = [];
    for (const content of this.contents) {
      const found = typeof content === 'string' ? open(content) : content;
      if (found === undefined) return undefined;
      bytes.push(found);
    }
    this.value = this.read(...bytes);
    this.contents = [];
    return this.value;
  }
}
