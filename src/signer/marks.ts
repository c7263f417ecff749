import { sha256Hex } from '../bytes/sha256.ts';
import type { LineReading } from '../model/reading.ts';
import type { JsonObject } from '../model/record.ts';
import { CopyIndex, copyKey, MARK_DIGITS } from './copies.ts';
import type { State, TranscriptState } from './state.ts';

/**
 * Marks one transcript's lines, and says which are copies of lines recorded before. A mark is a keyed digest of what
 * stays equal in a copy, so that the log shows which lines are equal but not what they say.
 */
export class Marks {
  private readonly buffer = new Uint8Array(64);
  private readonly state: State;
  /** Every line so far of a forked transcript's head was a copy; the first that is not ends the head. */
  private inHead = true;

  constructor(key: Uint8Array, state: State) {
    this.buffer.set(key);
    this.state = state;
  }

  /** Adds `mark`, and `copy` where the line is one, to the line's data. */
  add(data: { [key: string]: JsonObject[string] }, live: TranscriptState, reading: LineReading): void {
    const identity = reading.identity;
    if (identity === undefined) return;
    this.buffer.set(Buffer.from(identity.digest, 'hex'), 32);
    const mark = sha256Hex(this.buffer).slice(0, MARK_DIGITS);
    data.mark = mark;
    const byId = copyKey(live.run.harness, reading.type, reading.id);
    if (identity.by === 'content' && !(identity.head === true && this.inHead)) return;
    const seen = this.state.copies.get(byId ?? mark.slice(0, 16));
    const place = seen === undefined ? undefined : this.state.generations[seen.transcript];
    if (
      seen === undefined ||
      place === undefined ||
      (byId === undefined && seen.transcript === live.number)
    ) {
      if (identity.by === 'content') this.inHead = false;
      return;
    }
    data.copy = { ...place, line: seen.line, equal: CopyIndex.sameMark(seen.mark, mark) };
  }
}
