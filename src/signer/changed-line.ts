import type { LogRecord } from '../model/record.ts';
import type { RunKey, RunningHash } from './run-key.ts';
import type { State, TranscriptState } from './state.ts';

/** Where a line begins: its number, and its first byte in the file. */
export type LinePlace = { readonly line: number; readonly offset: number };

/** One run's part of what was recorded of a generation of a file. */
export type RecordedPart = {
  readonly run: string;
  readonly transcript: number;
  readonly generation: number;
  /** Absent where it was erased: then that part can't be compared. */
  readonly key: RunKey | undefined;
};

const HASH_BYTES = 32;

/** The parts in which a transcript's present generation was recorded: its run's, and those before it of the session. */
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
 * The first recorded line that the file no longer has, given the digests of the lines that it has now, 32 bytes each: each
 * record has the keyed running hash up to its line. Where a part can't be compared, a place at or before that line.
 */
export async function firstChanged(
  digests: Uint8Array,
  parts: readonly RecordedPart[],
  records: AsyncIterable<LogRecord>,
): Promise<LinePlace> {
  const hashes = new Map<RecordedPart, HashAt>();
  let good: LinePlace = { line: 0, offset: 0 };
  for await (const { run, kind, data } of records) {
    const part = parts.find(
      (one) =>
        one.run === run?.id && one.transcript === data.transcript && one.generation === data.generation,
    );
    if (part?.key === undefined || typeof data.line !== 'number' || kind === 'gap') continue;
    const opens = kind === 'transcript.opened';
    const lines = opens ? data.line : data.line + 1;
    const at = hashes.get(part) ?? new HashAt(part.key, digests);
    hashes.set(part, at);
    const begins = { line: data.line, offset: data.offset as number };
    if (at.after(lines) !== data.chain) return opens ? good : begins;
    good = opens ? begins : { line: lines, offset: begins.offset + (data.bytes as number) };
  }
  return good;
}

/** A run's running hash over the lines that the file has now. */
class HashAt {
  readonly #hash: RunningHash;
  readonly #digests: Uint8Array;
  #lines = 0;

  constructor(key: RunKey, digests: Uint8Array) {
    this.#hash = key.start();
    this.#digests = digests;
  }

  /** After the first `lines` lines; undefined where the file has fewer. */
  after(lines: number): string | undefined {
    if (lines * HASH_BYTES > this.#digests.length) return undefined;
    for (; this.#lines < lines; this.#lines++) this.#hash.next(this.#digests, this.#lines * HASH_BYTES);
    return this.#hash.at;
  }
}
