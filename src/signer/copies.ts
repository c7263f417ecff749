import { randomFillSync } from 'node:crypto';
import { word } from '../bytes/put-hex.ts';
import type { Harness } from '../model/harness.ts';
import { ID_AT, ID_LENGTH, type LineRecords, ROW, TYPE_AT, TYPE_LENGTH } from '../model/line-records.ts';

/** `transcript` is the caller's number for the transcript; `mark` the line's keyed digest, 32 hex digits. */
export type FirstSeen = { readonly transcript: number; readonly line: number; readonly mark: string };

const FIELDS = 6;
/** A mark's digits in the log; the index keeps the first half of them. */
export const MARK_DIGITS = 32;

/** What a line is known by: 64 bits, in two halves. */
export type CopyKey = { readonly high: number; readonly low: number };

/** A line without an id of its own is known by its mark. */
export function markKeyOf(mark: string): CopyKey {
  return { high: word(mark, 0), low: word(mark, 8) };
}

/** A copy index as plain data; `slots` in base64. */
export type SavedCopies = { readonly seed: readonly number[]; readonly used: number; readonly slots: string };

/**
 * Where each identifiable line was recorded first, so that a line copied by a fork, a resume or a compaction is
 * known as a copy. Compact, since a home holds millions of lines: 24 bytes a slot in typed arrays.
 */
export class CopyIndex {
  /** Open addressing; a slot is key high, key low, transcript + 1, line, and the first 64 bits of the mark. */
  #slots = new Uint32Array(FIELDS * 1024);
  #used = 0;
  readonly #seed: Uint32Array;

  /** `seed` makes what ids fall together unknown to those who choose ids: 2 words. */
  constructor(seed: Uint32Array = randomFillSync(new Uint32Array(2))) {
    this.#seed = seed;
  }

  /**
   * The key of a line with an id. Claude Code's are unique everywhere; Codex's only within a session, as far as is
   * known, so `session` is part of them.
   */
  idKey(line: {
    readonly harness: Harness;
    readonly session: string;
    readonly type: string | undefined;
    readonly id: string;
  }): CopyKey {
    return finished(after(this.scopeOf(line), `${line.type}\0${line.id}`));
  }

  /** What the keys of all ids in a session begin with. */
  scopeOf({ harness, session }: { readonly harness: Harness; readonly session: string }): CopyKey {
    const seed = { high: this.#seed[0]!, low: this.#seed[1]! };
    return after(seed, `${harness}\0${harness === 'claude-code' ? '' : session}\0`);
  }

  /** The key of a line with an id by its row; undefined for one without. */
  lineKey(scope: CopyKey, { rows, data }: LineRecords, i: number): CopyKey | undefined {
    const row = i * ROW;
    const length = rows[row + ID_LENGTH]!;
    if (length === 0) return undefined;
    const [typeAt, typeLength, idAt] = [rows[row + TYPE_AT]!, rows[row + TYPE_LENGTH]!, rows[row + ID_AT]!];
    const key = typeLength === 0 ? after(scope, 'undefined') : { ...scope };
    for (let at = typeAt; at < typeAt + typeLength; at++) mix(key, data[at]!);
    mix(key, 0);
    for (let at = idAt; at < idAt + length; at++) mix(key, data[at]!);
    return finished(key);
  }

  save(): SavedCopies {
    const { buffer, byteOffset, byteLength } = this.#slots;
    const slots = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
    return { seed: [...this.#seed], used: this.#used, slots };
  }

  /** Slots are in this machine's byte order; a home moved to another order is read from its first record. */
  static load({ seed, used, slots }: SavedCopies): CopyIndex {
    const index = new CopyIndex(new Uint32Array(seed));
    const bytes = Buffer.from(slots, 'base64');
    index.#slots = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    index.#used = used;
    return index;
  }

  get(key: CopyKey): FirstSeen | undefined {
    const slots = this.#slots;
    const at = this.#slotOf(key.high, key.low);
    const transcript = slots[at + 2]!;
    if (transcript === 0) return undefined;
    return {
      transcript: transcript - 1,
      line: slots[at + 3]!,
      mark: hex(slots[at + 4]!) + hex(slots[at + 5]!),
    };
  }

  /** The first one to set a key keeps it. */
  setFirst(key: CopyKey, seen: FirstSeen): void {
    if ((this.#used + 1) * FIELDS * 4 > this.#slots.length * 3) this.#grow();
    const slots = this.#slots;
    const at = this.#slotOf(key.high, key.low);
    if (slots[at + 2] !== 0) return;
    this.#used++;
    slots[at] = key.high;
    slots[at + 1] = key.low;
    slots[at + 2] = seen.transcript + 1;
    slots[at + 3] = seen.line;
    slots[at + 4] = word(seen.mark, 0);
    slots[at + 5] = word(seen.mark, 8);
  }

  /** Whether two marks are of equal content; only the first 64 bits are kept. */
  static sameMark(a: string, b: string): boolean {
    return a.slice(0, 16) === b.slice(0, 16);
  }

  #slotOf(high: number, low: number): number {
    const slots = this.#slots;
    const count = slots.length / FIELDS;
    let slot = low % count;
    for (;;) {
      const at = slot * FIELDS;
      if (slots[at + 2] === 0 || (slots[at] === high && slots[at + 1] === low)) return at;
      slot = slot + 1 === count ? 0 : slot + 1;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += FIELDS) {
      if (old[at + 2] === 0) continue;
      this.#slots.set(old.subarray(at, at + FIELDS), this.#slotOf(old[at]!, old[at + 1]!));
    }
  }
}

type Mixed = { high: number; low: number };

function mix(key: Mixed, unit: number): void {
  const high = Math.imul(key.high ^ unit, 0x85ebca6b);
  key.high = high ^ (high >>> 13);
  const low = Math.imul(key.low + unit, 0xc2b2ae35);
  key.low = low ^ (low >>> 16);
}

function after(key: CopyKey, text: string): Mixed {
  const mixed = { high: key.high, low: key.low };
  for (let i = 0; i < text.length; i++) mix(mixed, text.charCodeAt(i));
  return mixed;
}

function finished({ high, low }: CopyKey): CopyKey {
  return { high: high >>> 0, low: low >>> 0 };
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
