import { isHexOf } from '../bytes/hex.ts';
import { type LogRecord, MAX_RECORD_BYTES, ZERO_HASH } from '../model/record.ts';
import { MerkleRange } from '../proof/merkle-range.ts';
import { decodeRecord, leafHash } from '../proof/record.ts';
import { parseVkey } from '../proof/vkey.ts';
import { type Break, BreakList } from './breaks.ts';
import { foldFacts, type LogFacts, newFacts } from './facts.ts';
import type { Line } from './lines.ts';
import { RunBook } from './run-book.ts';
import type { ScanPart, TreeMark } from './scan-part.ts';

export type ScanOptions = {
  /** The pass begins at the log's first record. Else it adopts what its first record claims, for `joinParts` to check. */
  readonly whole: boolean;
  /** Tree sizes whose root is wanted. */
  readonly sizes: ReadonlySet<number>;
};

type LastLine = {
  readonly seq: number;
  readonly file: string;
  readonly offset: number;
  readonly leaf: Uint8Array;
};

/**
 * One pass over lines of the log, in order: canonical form and schema of each, its number, its link to the record
 * before, its run's chain, the Merkle tree. After a break it goes on from what the next record claims of itself, so
 * that all breaks are found.
 */
export class Scan {
  readonly #options: ScanOptions;
  readonly #breaks = new BreakList();
  readonly #book: RunBook;
  readonly #facts: LogFacts = newFacts();
  readonly #marks: TreeMark[] = [];
  #range: MerkleRange | undefined;
  #file = '';
  /** The number that the next record should have; unknown before the first one of a part. */
  #next: number | undefined;
  #last: LastLine | undefined;
  #lastWasBad = false;
  #needPrev: string | undefined;
  #afterBreak = 0;
  #bytes = 0;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#book = new RunBook(options.whole);
    if (options.whole) this.#begin(0);
  }

  get hasBreaks(): boolean {
    return this.#breaks.count > 0;
  }

  /** Lines from a segment follow; `first` is the number in its name, given when its first byte follows. */
  enter(file: string, first?: number): void {
    this.#file = file;
    if (first === undefined) return;
    if (this.#next === undefined) this.#begin(first);
    else if (first !== this.#next)
      this.#fault('segment', 0, `expected a segment named for record ${this.#next}`);
  }

  /** Takes the next line. hostile: whatever bytes. */
  line({ bytes, offset, end }: Line): void {
    this.#bytes += bytes.length + 1;
    if (end === 'nothing') {
      this.#fault('tail', offset, `the log ends inside a record, after ${bytes.length} of its bytes`);
    } else if (end === 'long') {
      this.#bad(bytes, offset, `expected at most ${MAX_RECORD_BYTES} bytes in a line`);
    } else {
      this.#decode(bytes, offset);
    }
  }

  part(): ScanPart {
    const range = this.#range ?? new MerkleRange(0);
    return {
      start: range.start,
      end: range.end,
      hashes: range.hashes(),
      marks: this.#marks,
      ...(this.#needPrev === undefined ? {} : { needPrev: this.#needPrev }),
      lastLeaf: this.#last?.leaf ?? new Uint8Array(0),
      runs: [...this.#book.runs.values()],
      facts: this.#facts,
      breaks: this.#breaks.breaks(),
      afterBreak: this.#afterBreak,
      bytes: this.#bytes,
    };
  }

  #decode(line: Uint8Array, offset: number): void {
    const decoded = decodeRecord(line);
    if (decoded.kind === 'record') this.#record(decoded.record, line, offset);
    else if (decoded.kind === 'newer') this.#newer(decoded.version, line, offset);
    // A log whose first record names a newer schema may hold kinds and fields that are unknown here.
    else if (this.#facts.newer?.seq === 0) this.#newer(this.#facts.newer.version, line, offset);
    else {
      const at = decoded.at === undefined ? '' : ` at byte ${offset + decoded.at}`;
      this.#bad(line, offset, `${decoded.what}${at}`);
    }
  }

  #begin(seq: number): void {
    this.#next = seq;
    this.#range = new MerkleRange(seq);
    if (this.#options.whole) this.#mark(0);
  }

  #record(record: LogRecord, line: Uint8Array, offset: number): void {
    const leaf = leafHash(line);
    if (this.#next === undefined) this.#begin(record.seq);
    const before = this.#breaks.count;
    this.#place(record, offset);
    const wrong = this.#book.add(record, leaf);
    // A record of a newer version may have had a place in a run: what runs lack behind it can't be judged.
    if (wrong !== undefined && this.#facts.newer === undefined)
      this.#add({ ...wrong, seq: record.seq, offset });
    foldFacts(this.#facts, record);
    if (before > 0 || this.#breaks.count > before) this.#afterBreak++;
    this.#append(leaf, { seq: record.seq, offset, length: line.length });
    this.#lastWasBad = false;
  }

  /** Checks the record's number, its link to the record before, and that the log's first record opens it. */
  #place(record: LogRecord, offset: number): void {
    const { seq, prev, kind } = record;
    if (seq !== this.#next) {
      this.#add({
        kind: 'seq',
        seq: this.#next!,
        offset,
        what: `expected record ${this.#next}, found ${seq}`,
      });
    } else if (this.#last !== undefined) {
      if (!this.#lastWasBad && !isHexOf(prev, this.#last.leaf)) this.#link(seq, offset, this.#last);
    } else if (!this.#options.whole && seq > 0) {
      this.#needPrev = prev;
    } else if (prev !== ZERO_HASH) {
      this.#add({ kind: 'link', seq, offset, what: 'prev: expected zeros in the first record' });
    }
    if ((kind === 'log.opened') !== (seq === 0)) {
      this.#add({
        kind: 'order',
        seq,
        offset,
        what: 'expected log.opened as the first record, and nowhere else',
      });
    }
    const key =
      kind === 'log.opened' || kind === 'key.rotated' ? parseVkey(String(record.data.vkey)) : undefined;
    if (key?.kind === 'fault') this.#add({ kind: 'line', seq, offset, what: `${kind}: ${key.what}` });
  }

  #link(seq: number, offset: number, { seq: last, file, offset: at }: LastLine): void {
    const what = `records ${last} and ${seq} do not fit together: one of them was changed`;
    this.#add({ kind: 'link', seq, offset, what, before: { seq: last, file, offset: at } });
  }

  /** A line that is no record: it has its place in the tree all the same. */
  #bad(line: Uint8Array, offset: number, what: string): void {
    const seq = this.#next ?? 0;
    this.#add({ kind: 'line', seq, offset, what });
    this.#append(leafHash(line), { seq, offset, length: line.length });
    this.#lastWasBad = true;
  }

  /**
   * A line that can't be judged. A record of a known version behind it must name its leaf hash all the same: where it
   * does not, the version itself was changed.
   */
  #newer(version: number, line: Uint8Array, offset: number): void {
    const seq = this.#next ?? 0;
    this.#facts.newer ??= { seq, version };
    this.#append(leafHash(line), { seq, offset, length: line.length });
    this.#lastWasBad = false;
  }

  #append(
    leaf: Uint8Array,
    line: { readonly seq: number; readonly offset: number; readonly length: number },
  ): void {
    this.#range?.append(leaf);
    this.#next = line.seq + 1;
    this.#last = { seq: line.seq, file: this.#file, offset: line.offset, leaf };
    this.#mark(line.offset + line.length + 1);
  }

  #mark(offset: number): void {
    const size = this.#range?.end ?? 0;
    if (!this.#options.sizes.has(size)) return;
    this.#marks.push({ size, hashes: this.#range!.hashes(), file: this.#file, offset });
  }

  #fault(kind: Break['kind'], offset: number, what: string): void {
    this.#add({ kind, seq: this.#next ?? 0, offset, what });
  }

  #add(found: Omit<Break, 'file'>): void {
    this.#breaks.add({ ...found, file: this.#file });
  }
}
