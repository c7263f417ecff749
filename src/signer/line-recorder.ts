import { canonicalize } from '../bytes/canonical.ts';
import { putDigits } from '../bytes/raw-digest.ts';
import type { LineBlock } from '../log/line-block.ts';
import { TracekitError } from '../model/error.ts';
import {
  CHAIN_AT,
  COMMITMENT_AT,
  COPY_AT,
  DATA_END,
  EXCHANGE,
  FLAGS,
  GENERATION_AT,
  type LineRecords,
  MARK_AT,
  ROW,
  SLICE,
  SLICES_END,
  TRANSCRIPT_AT,
} from '../model/line-records.ts';
import type { Json, JsonObject, RecordKind } from '../model/record.ts';
import { dataFault } from '../model/schema.ts';
import type { Copy, Marks } from './marks.ts';
import type { RunningHash } from './run-key.ts';
import type { VaultSink } from './sinks.ts';
import type { TranscriptState } from './state.ts';
import { countLine, type Tally } from './tally.ts';

/** Lines as the tailer hands them over. `offset` is that of the first one. */
export type LineBatch = {
  readonly first: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  /** SHA-256 of each line, 32 bytes a line. */
  readonly digests: Uint8Array;
  readonly records: LineRecords;
};

/** Where lines go: their transcript, its running hash and marks, and the block that takes the records. */
export type LinesInto = {
  readonly live: TranscriptState;
  readonly hash: Pick<RunningHash, 'next' | 'at'>;
  readonly marks: Pick<Marks, 'next'>;
  readonly block: LineBlock;
  readonly tally: Tally;
};

/** A line whose content lies in the vault already. */
export type KeptLine = {
  readonly line: number;
  readonly digest: Uint8Array;
  readonly commitment: string;
  readonly records: LineRecords;
};

type LineVault<Ref> = Pick<VaultSink<Ref>, 'commitRaw' | 'commitRawSlice'>;

const HASH_BYTES = 32;

/** Commits to lines and fills in what their records lack: commitments, the running hash, marks, and their place. */
export class LineRecorder<Ref> {
  readonly #vault: LineVault<Ref>;
  /** Look at each record: whether it is canonical, and of its kind's closed shape. */
  readonly #validate: boolean;

  constructor(vault: LineVault<Ref>, validate: boolean) {
    this.#vault = vault;
    this.#validate = validate;
  }

  /** Adds the records of whole lines: all of the batch, or from the `from`-th up to the `to`-th. */
  addLines(
    batch: LineBatch,
    into: LinesInto,
    { from, to }: { readonly from: number; readonly to: number } = { from: 0, to: batch.ends.length },
  ): void {
    const { bytes, ends, digests, records } = batch;
    const { data, rows } = filling(records);
    const place = placeText(into.live);
    into.block.reserve(records.data.length + ends.length * PLACE_BYTES);
    let start = ends[from - 1] ?? 0;
    for (let i = from; i < to; i++) {
      const end = ends[i]!;
      const content = new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
      const { commitment, ref } = this.#vault.commitRaw(content);
      putDigits(commitment, data, rows[i * ROW + COMMITMENT_AT]!);
      this.#commitSlices(records, data, { i, ref });
      putDigits(into.hash.next(digests, i * HASH_BYTES), data, rows[i * ROW + CHAIN_AT]!);
      this.#addRecord(records, into, { data, i, line: batch.first + i, bytes: end - start, place });
      start = end;
    }
  }

  /** Adds the record of a line too long to come as bytes. */
  addKept({ line, digest, commitment, records }: KeptLine, bytes: number, into: LinesInto): void {
    const { data, rows } = filling(records);
    data.write(commitment, rows[COMMITMENT_AT]!, 'latin1');
    putDigits(into.hash.next(digest), data, rows[CHAIN_AT]!);
    this.#addRecord(records, into, { data, i: 0, line, bytes, place: placeText(into.live) });
  }

  #commitSlices(
    { rows, slices }: LineRecords,
    data: Buffer,
    { i, ref }: { readonly i: number; readonly ref: Ref },
  ): void {
    const end = rows[i * ROW + SLICES_END]! * SLICE;
    const from = i === 0 ? 0 : rows[(i - 1) * ROW + SLICES_END]! * SLICE;
    for (let at = from; at < end; at += SLICE) {
      putDigits(this.#vault.commitRawSlice(ref, slices[at]!, slices[at + 1]!), data, slices[at + 2]!);
    }
  }

  /** Copies the record's data into the block, with its place and what it is a copy of put in. */
  #addRecord(records: LineRecords, into: LinesInto, at: RecordAt): void {
    const { data, i, place } = at;
    const { rows } = records;
    const row = i * ROW;
    const { block } = into;
    const start = i === 0 ? 0 : rows[row - ROW + DATA_END]!;
    const end = rows[row + DATA_END]!;
    const marked = into.marks.next(into.live, { records, i, line: at.line });
    if (marked !== undefined) data.write(marked.mark, rows[row + MARK_AT]!, 'latin1');
    const copy = marked?.copy === undefined ? undefined : copyText(marked.copy);
    const kind = (rows[row + FLAGS]! & EXCHANGE) === 0 ? 'transcript.line' : 'model.exchange';
    block.begin(kind, end - start + PLACE_BYTES + (copy?.length ?? 0));
    if (copy !== undefined) {
      block.copy(data, start, rows[row + COPY_AT]!);
      block.copy(copy, 0, copy.length);
    }
    block.copy(data, copy === undefined ? start : rows[row + COPY_AT]!, rows[row + GENERATION_AT]!);
    block.copy(place.generation, 0, place.generation.length);
    block.copy(data, rows[row + GENERATION_AT]!, rows[row + TRANSCRIPT_AT]!);
    block.copy(place.transcript, 0, place.transcript.length);
    block.copy(data, rows[row + TRANSCRIPT_AT]!, end);
    const text = block.end();
    if (this.#validate) check(kind, text);
    countLine(into.tally, { rows, row, bytes: at.bytes, copied: marked?.copy?.equal === true });
  }
}

type RecordAt = {
  readonly data: Buffer;
  readonly i: number;
  readonly line: number;
  readonly bytes: number;
  readonly place: PlaceText;
};

/** Digits of two numbers. */
const PLACE_BYTES = 32;

type PlaceText = { readonly generation: Buffer; readonly transcript: Buffer };

function placeText({ generation, index }: TranscriptState): PlaceText {
  return { generation: Buffer.from(`${generation}`), transcript: Buffer.from(`${index}`) };
}

/** The data as a buffer that is filled in where it lies. */
function filling({ data, rows }: LineRecords): { readonly data: Buffer; readonly rows: Int32Array } {
  return { data: Buffer.from(data.buffer, data.byteOffset, data.byteLength), rows };
}

function copyText({ equal, generation, line, run, transcript }: Copy): Buffer {
  return Buffer.from(
    `,"copy":{"equal":${equal},"generation":${generation},"line":${line},"run":"${run}","transcript":${transcript}}`,
  );
}

/** Throws `bad_draft` for a record that its tailer should not have made. */
function check(kind: RecordKind, text: Buffer): void {
  const data = JSON.parse(text.toString('latin1')) as Json;
  const what =
    dataFault(kind, data) ??
    (canonicalize(data as JsonObject) === text.toString('latin1') ? undefined : 'expected canonical JSON');
  if (what !== undefined) throw new TracekitError('bad_draft', `a line's record, ${kind}: ${what}`);
}
