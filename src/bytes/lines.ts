/** 0x0A: the only byte that ends a physical line. U+2028, U+0085 and CR are bytes of the line. */
export const NEWLINE = 0x0a;

/**
 * Where each whole line of `bytes` ends: offsets just past its newline, ascending. Only newlines in
 * `[from, to)` are looked for. Nothing is decoded. Given a Node `Buffer`, the search is its native one
 * (4 times as fast as `Uint8Array`'s).
 */
export function lineEnds(bytes: Uint8Array, from = 0, to = bytes.length): Uint32Array {
  const view = to < bytes.length ? bytes.subarray(0, to) : bytes;
  let ends = new Uint32Array(64);
  let count = 0;
  for (let at = view.indexOf(NEWLINE, from); at !== -1; at = view.indexOf(NEWLINE, at + 1)) {
    if (count === ends.length) ends = grown(ends);
    ends[count++] = at + 1;
  }
  return ends.subarray(0, count);
}

function grown(ends: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(ends.length * 4);
  more.set(ends);
  return more;
}

/**
 * The physical lines of `bytes`, each with its newline, the last one without where the bytes end without one.
 * The lines are views and tile `bytes`.
 */
export function* splitLines(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  while (start < bytes.length) {
    const at = bytes.indexOf(NEWLINE, start);
    const end = at === -1 ? bytes.length : at + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** Splits bytes that come in pieces, cut anywhere. */
export class LineSplitter {
  #held: Uint8Array[] = [];

  /** The lines that `piece` completes, each with its newline. They may be views of `piece`. */
  *push(piece: Uint8Array): Generator<Uint8Array> {
    for (const line of splitLines(piece)) {
      if (line[line.length - 1] !== NEWLINE) {
        this.#held.push(line.slice());
      } else if (this.#held.length === 0) {
        yield line;
      } else {
        this.#held.push(line);
        yield this.rest();
      }
    }
  }

  /** The bytes after the last newline, which then count as given out. */
  rest(): Uint8Array {
    const held = this.#held;
    this.#held = [];
    const line = new Uint8Array(held.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of held) {
      line.set(piece, at);
      at += piece.length;
    }
    return line;
  }
}
