import { sha256Hex } from '../bytes/sha256.ts';
import type { Harness } from '../model/harness.ts';

/** `transcript` is the caller's number for the transcript; `mark` the line's keyed digest, 32 hex digits. */
export type FirstSeen = { readonly transcript: number; readonly line: number; readonly mark: string };

const FIELDS = 6;
/** A mark's digits in the log; the index keeps the first half of them. */
export const MARK_DIGITS = 32;

/** The copy index's key for a line with an id of its own; lines without one are found by their mark. */
export function copyKey(harness: Harness, type: unknown, id: unknown): string | undefined {
  if (typeof id !== 'string') return undefined;
  return sha256Hex(Buffer.from(`${harness}\0${String(type)}\0${id}`)).slice(0, 16);
}

/**
 * Where each identifiable line was recorded first, so that a line copied by a fork, a resume or a compaction is
 * known as a copy. Compact, since a home holds millions of lines: 24 bytes a slot in typed arrays.
 */
export class CopyIndex {
  /** Open addressing; a slot is key high, key low, transcript + 1, line, and the first 64 bits of the mark. */
  private slots = new Uint32Array(FIELDS * 1024);
  private used = 0;

  /** `key` is 64 bits of a digest as 16 hex digits. The first one to set a key keeps it. */
  get(key: string): FirstSeen | undefined {
    const at = this.slotOf(key);
    const transcript = this.slots[at + 2]!;
    if (transcript === 0) return undefined;
    return {
      transcript: transcript - 1,
      line: this.slots[at + 3]!,
      mark: hex(this.slots[at + 4]!) + hex(this.slots[at + 5]!),
    };
  }

  setFirst(key: string, seen: FirstSeen): void {
    if ((this.used + 1) * FIELDS * 4 > this.slots.length * 3) this.grow();
    const at = this.slotOf(key);
    if (this.slots[at + 2] !== 0) return;
    this.used++;
    this.slots.set(
      [word(key, 0), word(key, 8), seen.transcript + 1, seen.line, word(seen.mark, 0), word(seen.mark, 8)],
      at,
    );
  }

  /** Whether two marks are of equal content; only the first 64 bits are kept. */
  static sameMark(a: string, b: string): boolean {
    return a.slice(0, 16) === b.slice(0, 16);
  }

  private slotOf(key: string): number {
    const high = word(key, 0);
    const low = word(key, 8);
    const count = this.slots.length / FIELDS;
    let slot = low % count;
    for (;;) {
      const at = slot * FIELDS;
      if (this.slots[at + 2] === 0 || (this.slots[at] === high && this.slots[at + 1] === low)) return at;
      slot = slot + 1 === count ? 0 : slot + 1;
    }
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += FIELDS) {
      if (old[at + 2] === 0) continue;
      this.slots.set(old.subarray(at, at + FIELDS), this.slotOf(hex(old[at]!) + hex(old[at + 1]!)));
    }
  }
}

function word(digits: string, at: number): number {
  return Number.parseInt(digits.slice(at, at + 8), 16);
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
