import { sha256Hex } from '../bytes/sha256.ts';
import type { LineReading } from '../model/reading.ts';
import { CopyIndex, type CopyKey, type FirstSeen, MARK_DIGITS, markKeyOf } from './copies.ts';
import { putHex } from './put-hex.ts';
import type { Generation, RunState, State, TranscriptState } from './state.ts';

/** Where a copied line was first, and whether it says the same there. */
export type Copy = Generation & { readonly line: number; readonly equal: boolean };

/** A line's mark, and what it is a copy of. */
export type Marked = { readonly mark: string; readonly copy: Copy | undefined };

/** A fork of a fork of …: no further back than this. */
const MAX_ANCESTORS = 16;

/**
 * Marks one transcript's lines, and says which are copies of lines recorded before. A mark is a keyed digest of what
 * stays equal in a copy, so that the log shows which lines are equal but not what they say.
 */
export class Marks {
  readonly #buffer = new Uint8Array(64);
  readonly #state: State;
  /** Every line so far of a forked transcript's head was a copy; the first that is not ends the head. */
  #inHead = true;

  constructor(key: Uint8Array, state: State) {
    this.#buffer.set(key);
    this.#state = state;
  }

  /** The mark of the transcript's next line, which later copies of it are known by. */
  next(live: TranscriptState, reading: LineReading): Marked | undefined {
    const { identity, id, type } = reading;
    if (identity === undefined) return undefined;
    putHex(identity.digest, this.#buffer, 32);
    const mark = sha256Hex(this.#buffer).slice(0, MARK_DIGITS);
    const { copies } = this.#state;
    const { harness, session } = live.run;
    const byId = id === undefined ? undefined : copies.idKey({ harness, session, type, id });
    const key = byId ?? markKeyOf(mark);
    const copy = this.#copyOf({ live, reading, mark, key });
    copies.setFirst(key, { transcript: live.number, line: live.lines, mark });
    return { mark, copy };
  }

  #copyOf({ live, reading, mark, key }: Line): Copy | undefined {
    const { identity, id } = reading;
    const byContent = identity!.by === 'content';
    if (byContent && !(identity!.head === true && this.#inHead)) return undefined;
    const seen =
      (id === undefined ? undefined : this.#inAncestors(live.run, reading)) ?? this.#state.copies.get(key);
    const place = seen === undefined ? undefined : this.#state.generations[seen.transcript];
    if (seen === undefined || place === undefined || (id === undefined && seen.transcript === live.number)) {
      if (byContent) this.#inHead = false;
      return undefined;
    }
    return { ...place, line: seen.line, equal: CopyIndex.sameMark(seen.mark, mark) };
  }

  /** Codex gives ids anew in each session, so that only the sessions that this one comes from are asked for them. */
  #inAncestors(run: RunState, { id, type }: LineReading): FirstSeen | undefined {
    if (run.harness === 'claude-code') return undefined;
    let found: FirstSeen | undefined;
    let at = run.from;
    for (let n = 0; at !== undefined && n < MAX_ANCESTORS; n++) {
      const from = this.#state.runs.get(at);
      if (from === undefined) break;
      const { harness, session } = from;
      found = this.#state.copies.get(this.#state.copies.idKey({ harness, session, type, id: id! })) ?? found;
      at = from.from;
    }
    return found;
  }
}

type Line = {
  readonly live: TranscriptState;
  readonly reading: LineReading;
  readonly mark: string;
  readonly key: CopyKey;
};
