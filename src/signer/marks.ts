import { sha256Hex } from '../bytes/sha256.ts';
import { BY_CONTENT, FLAGS, HEAD, ID_LENGTH, type LineRecords, MARKED, ROW } from '../model/line-records.ts';
import { CopyIndex, type CopyKey, type FirstSeen, MARK_DIGITS, markKeyOf } from './copies.ts';
import type { Generation, RunState, State, TranscriptState } from './state.ts';

/** Where a copied line was first, and whether it says the same there. */
export type Copy = Generation & { readonly line: number; readonly equal: boolean };

/** A line's mark, and what it is a copy of. */
export type Marked = { readonly mark: string; readonly copy: Copy | undefined };

const HASH_BYTES = 32;
/** A fork of a fork of …: no further back than this. */
const MAX_ANCESTORS = 16;

/**
 * Marks one transcript's lines, and says which are copies of lines recorded before. A mark is a keyed digest of what
 * stays equal in a copy, so that the log shows which lines are equal but not what they say.
 */
export class Marks {
  readonly #buffer = new Uint8Array(64);
  readonly #state: State;
  /** What the keys of this transcript's ids begin with. */
  #scope: CopyKey | undefined;
  /** Every line so far of a forked transcript's head was a copy; the first that is not ends the head. */
  #inHead = true;

  constructor(key: Uint8Array, state: State) {
    this.#buffer.set(key);
    this.#state = state;
  }

  /** The mark of one of the transcript's lines, which later copies of it are known by; lines come in order. */
  next(live: TranscriptState, marking: MarkedLine): Marked | undefined {
    const { records, i, line } = marking;
    const flags = records.rows[i * ROW + FLAGS]!;
    if ((flags & MARKED) === 0) return undefined;
    const buffer = this.#buffer;
    const from = i * HASH_BYTES;
    for (let at = 0; at < HASH_BYTES; at++) buffer[HASH_BYTES + at] = records.identities[from + at]!;
    const mark = sha256Hex(buffer).slice(0, MARK_DIGITS);
    const { copies } = this.#state;
    this.#scope ??= copies.scopeOf(live.run);
    const key = copies.lineKey(this.#scope, records, i) ?? markKeyOf(mark);
    const copy = this.#copyOf(live, marking, { flags, mark, key });
    copies.setFirst(key, { transcript: live.number, line, mark });
    return { mark, copy };
  }

  #copyOf(
    live: TranscriptState,
    { records, i, line }: MarkedLine,
    { flags, mark, key }: Found,
  ): Copy | undefined {
    const byContent = (flags & BY_CONTENT) !== 0;
    if (byContent && !((flags & HEAD) !== 0 && this.#inHead)) return undefined;
    const hasId = records.rows[i * ROW + ID_LENGTH] !== 0;
    const { copies, generations } = this.#state;
    const seen = (hasId ? this.#inAncestors(live.run, { records, i }) : undefined) ?? copies.get(key);
    const place = seen === undefined ? undefined : generations[seen.transcript];
    if (seen === undefined || place === undefined || (!hasId && seen.transcript === live.number)) {
      if (byContent) this.#inHead = false;
      return undefined;
    }
    // The line itself, whose record a full disk refused the first time.
    if (seen.line >= line && isIn(place, live)) return undefined;
    return { ...place, line: seen.line, equal: CopyIndex.sameMark(seen.mark, mark) };
  }

  /** Codex gives ids anew in each session, so that only the sessions that this one comes from are asked for them. */
  #inAncestors(run: RunState, { records, i }: Pick<MarkedLine, 'records' | 'i'>): FirstSeen | undefined {
    if (run.harness === 'claude-code') return undefined;
    const { copies, runs } = this.#state;
    let found: FirstSeen | undefined;
    let at = run.from;
    for (let n = 0; at !== undefined && n < MAX_ANCESTORS; n++) {
      const from = runs.get(at);
      if (from === undefined) break;
      found = copies.get(copies.lineKey(copies.scopeOf(from), records, i)!) ?? found;
      at = from.from;
    }
    return found;
  }
}

function isIn(place: Generation, { run, index, generation }: TranscriptState): boolean {
  return place.run === run.id && place.transcript === index && place.generation === generation;
}

/** A line by its place in a batch, and its number in the transcript. */
export type MarkedLine = { readonly records: LineRecords; readonly i: number; readonly line: number };

type Found = { readonly flags: number; readonly mark: string; readonly key: CopyKey };
