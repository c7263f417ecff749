import type { JsonObject, LogRecord } from '../model/record.ts';
import { LineBook, saidOf } from './line-book.ts';
import type { RunKey, RunningHash } from './run-key.ts';
import type { State, TranscriptState } from './state.ts';

/** Where a line begins: its number, and its first byte in the file. */
export type LinePlace = { readonly line: number; readonly offset: number };

/** One run's part of what was recorded of a file, up to and with a generation. */
export type RecordedPart = {
  readonly run: string;
  readonly transcript: number;
  readonly generation: number;
  /** Absent where it was erased: then that part can't be compared. */
  readonly key: RunKey | undefined;
};

/** The first recorded line that the file no longer has, and what is known of those that it has. */
export type Compared = { readonly at: LinePlace; readonly book: LineBook };

const HASH_BYTES = 32;

/** The parts in which a transcript was recorded up to its present generation: its run's, and those before it of the session. */
export function partsOf(
  transcript: TranscriptState,
  state: State,
  keyOf: (run: TranscriptState['run']) => RunKey | undefined,
): readonly RecordedPart[] {
  const { generation, role, agent } = transcript;
  return state.runsOf(transcript.run.harness, transcript.run.session).flatMap((run) => {
    const same = run.transcripts.filter((one) => one.role === role && one.agent === agent);
    const one = run === transcript.run ? transcript : same.length === 1 ? same[0] : undefined;
    return one === undefined ? [] : [{ run: run.id, transcript: one.index, generation, key: keyOf(run) }];
  });
}

/**
 * Compares what is recorded of a file with the lines that it has now, given their digests, 32 bytes each: each record has
 * the keyed running hash up to its line. Where a part can't be compared, the place is at or before the first line that
 * differs.
 */
export async function compareRecorded(
  digests: Uint8Array,
  parts: readonly RecordedPart[],
  records: AsyncIterable<LogRecord>,
): Promise<Compared> {
  const lines = new RecordedLines(digests);
  const hashes = new Map<RecordedPart, PartHash>();
  for await (const { run, kind, data } of records) {
    const part = parts.find(
      (one) =>
        one.run === run?.id &&
        one.transcript === data.transcript &&
        (data.generation as number) <= one.generation,
    );
    if (part === undefined || typeof data.line !== 'number' || kind === 'gap') continue;
    const hash = hashes.get(part) ?? new PartHash(part.key, digests);
    hashes.set(part, hash);
    if (kind === 'transcript.opened') lines.open(data, hash.isOver(data));
    else if (kind === 'transcript.again') lines.again(data.line, data.lines as number);
    else lines.add(data, hash.isNext(data));
    hash.goOn(data.chain as string);
  }
  return { at: lines.firstChanged(), book: lines.book() };
}

/** A line as it was recorded, and whether the file has the same there now. */
type Recorded = { readonly same: boolean; readonly bytes: number; readonly said: string | undefined };

const UNKNOWN: Recorded = { same: false, bytes: 0, said: undefined };

/** The lines of a file's present generation, put together from those before. */
class RecordedLines {
  readonly #digests: Uint8Array;
  #generation = 0;
  #lines: Recorded[] = [];
  #before: readonly Recorded[] = [];
  /** Up to here all is the same, also where the records of its lines can't be compared. */
  #good: LinePlace = { line: 0, offset: 0 };

  constructor(digests: Uint8Array) {
    this.#digests = digests;
  }

  /** `same`: the running hash says that the file has all lines before this place. */
  open({ generation, line, offset }: JsonObject, same: boolean): void {
    if (generation !== this.#generation) {
      this.#generation = generation as number;
      this.#before = this.#lines;
      this.#lines = this.#lines.slice(0, line as number);
      this.#good = { line: 0, offset: 0 };
    }
    for (let i = this.#lines.length; i < (line as number); i++) this.#lines.push(UNKNOWN);
    if (same) this.#good = { line: line as number, offset: offset as number };
  }

  add(data: JsonObject, same: boolean): void {
    const said = data.form === 'piece' ? saidOf(JSON.stringify(data)) : undefined;
    this.#lines[data.line as number] = { same, bytes: data.bytes as number, said };
  }

  again(from: number, to: number): void {
    for (let i = from; i < to; i++) this.#lines[i] = this.#before[i] ?? UNKNOWN;
  }

  firstChanged(): LinePlace {
    let { line, offset } = this.#good;
    for (; this.#lines[line]?.same === true; line++) offset += this.#lines[line]!.bytes;
    return { line, offset };
  }

  book(): LineBook {
    const book = new LineBook();
    for (const [i, { same, said }] of this.#lines.entries()) {
      const at = i * HASH_BYTES;
      if (same || i < this.#good.line) book.put(i, this.#digests.subarray(at, at + HASH_BYTES), [said]);
      else book.putUnknown(i);
    }
    return book;
  }
}

/** A run's running hash as its records have it, against the lines that the file has now. */
class PartHash {
  readonly #key: RunKey | undefined;
  readonly #digests: Uint8Array;
  #hash: RunningHash | undefined;

  constructor(key: RunKey | undefined, digests: Uint8Array) {
    this.#key = key;
    this.#digests = digests;
    this.#hash = key?.start();
  }

  /** Whether all lines before the place of a `transcript.opened` are those that the file has now. */
  isOver({ line, chain }: JsonObject): boolean {
    const end = (line as number) * HASH_BYTES;
    return end <= this.#digests.length && this.#key?.over(this.#digests.subarray(0, end)) === chain;
  }

  /** Whether the line of a record, the next one, is that which the file has now. */
  isNext({ line, chain }: JsonObject): boolean {
    const at = (line as number) * HASH_BYTES;
    return at + HASH_BYTES <= this.#digests.length && this.#hash?.peek(this.#digests, at) === chain;
  }

  /** The running hash after what is recorded. */
  goOn(chain: string): void {
    if (this.#hash?.at !== chain) this.#hash = this.#key?.from(chain);
  }
}
