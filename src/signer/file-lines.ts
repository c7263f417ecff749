import type { Harness } from '../model/harness.ts';
import { DATA_END } from '../model/line-records.ts';
import { LineBook, saidOfRow } from './line-book.ts';
import type { LineBatch } from './line-recorder.ts';

/** Lines of a batch, from the `from`-th up to the `to`-th: to be recorded, or `again` those of the generation before. */
export type Stretch = { readonly from: number; readonly to: number; readonly again: boolean };

const HASH_BYTES = 32;
/** Fewer lines than this are recorded again: to say that they are there takes a record too. */
const MIN_AGAIN = 2;
/** Harnesses that write files anew, as their habit (formats: cursor §4, gemini §2). */
const REWRITING: ReadonlySet<Harness> = new Set<Harness>(['cursor', 'gemini']);

type Batch = Pick<LineBatch, 'first' | 'digests' | 'records'>;

/**
 * What is known of a file's lines: in its present generation, and in the one before. A line of a rewritten file need not
 * be recorded again where it is, by its number, what it was: byte for byte, and read as it was. That it is read so is
 * certain up to the first line that differs; behind it only for pieces of a value, whose readings are compared.
 */
export class FileLines {
  /** Absent for a file of which nobody expects that it is rewritten, until it is. */
  #now: LineBook | undefined;
  #before: { readonly book: LineBook; readonly lines: number } | undefined;
  /** Every line so far is as it was. */
  #inPrefix = true;
  #isPieces = false;

  constructor(harness: Harness) {
    if (REWRITING.has(harness)) this.#now = new LineBook();
  }

  /** What is recorded of the file is read again and is the same, line by line: their digests. */
  learn(digests: Uint8Array): void {
    this.#now?.put(0, digests);
  }

  /** A new generation begins; `lines` were recorded of the one before. `found`: which of them the file still has. */
  begin(lines: number, found: LineBook | undefined = this.#now): void {
    this.#before = found && { book: found, lines };
    this.#now = new LineBook();
    this.#inPrefix = true;
  }

  /** How the lines of a batch are to be recorded, in their order. */
  take(batch: Batch): readonly Stretch[] {
    const count = batch.digests.length / HASH_BYTES;
    if (batch.first === 0) this.#isPieces = isPiece(batch);
    if (this.#now === undefined) return [{ from: 0, to: count, again: false }];
    const said = this.#isPieces ? Array.from({ length: count }, (_, i) => saidOfRow(batch.records, i)) : [];
    this.#now.put(batch.first, batch.digests, said);
    return stretches(Array.from({ length: count }, (_, i) => this.#isAgain(batch, i, said[i])));
  }

  /** Takes in a line that is recorded for itself in any case. */
  note(line: number, digest: Uint8Array): void {
    this.#now?.put(line, digest);
    this.#inPrefix &&= this.#isSame(line, digest, 0);
  }

  #isAgain({ first, digests }: Batch, i: number, said: string | undefined): boolean {
    const line = first + i;
    const isSame = this.#isSame(line, digests, i * HASH_BYTES);
    this.#inPrefix &&= isSame;
    if (!isSame || this.#inPrefix) return isSame;
    return said !== undefined && said === this.#before?.book.saidAt(line);
  }

  #isSame(line: number, digests: Uint8Array, from: number): boolean {
    return (
      this.#before !== undefined && line < this.#before.lines && this.#before.book.has(line, digests, from)
    );
  }
}

function isPiece({ records: { data, rows } }: Batch): boolean {
  return Buffer.from(data.buffer, data.byteOffset, rows[DATA_END]!).includes('"form":"piece"');
}

function stretches(again: readonly boolean[]): readonly Stretch[] {
  const all: Stretch[] = [];
  for (let from = 0, to = 0; from < again.length; from = to) {
    for (to = from + 1; to < again.length && again[to] === again[from]; ) to++;
    const isAgain = again[from]! && to - from >= MIN_AGAIN;
    const last = all.at(-1);
    if (last !== undefined && !isAgain && !last.again) all[all.length - 1] = { ...last, to };
    else all.push({ from, to, again: isAgain });
  }
  return all;
}
