import { fromBase64 } from '../bytes/base64.ts';
import { fromHex, toHex } from '../bytes/hex.ts';
import { type Sha256Stream, sha256Stream } from '../bytes/sha256.ts';
import type { JsonObject } from '../model/record.ts';
import { CommitmentSet } from './commitment-set.ts';
import { committedFields } from './committed-fields.ts';
import { MAX_CONTENTS } from './format.ts';

/** In place of the length of a content whose record can't be read. */
const UNKNOWN_LENGTH = 0xffff_ffff;

type OpenContent = {
  readonly commitment: string;
  readonly bytes: number;
  readonly hash: Sha256Stream;
  read: number;
};

/**
 * Checks that the disclosed contents are those that the records commit to: each announced beside its record, each
 * there once, each with the bytes and the salt that give its commitment. It holds no content, and 40 bytes for each.
 */
export class ContentCheck {
  readonly #waiting = new CommitmentSet();
  #announced = 0;
  #open: OpenContent | undefined;
  #count = 0;

  /** Contents that were read whole. */
  get count(): number {
    return this.#count;
  }

  /** Takes the commitments that a record's line announces; says what is wrong with them. */
  announce(data: JsonObject, disclosed: readonly string[]): string | undefined {
    const lengths = new Map(committedFields(data).map(({ commitment, bytes }) => [commitment, bytes]));
    for (const commitment of disclosed) {
      const bytes = lengths.get(commitment);
      if (bytes === undefined) return `disclosed ${commitment}: the record does not commit to it`;
      if (this.#announced++ >= MAX_CONTENTS) return `expected at most ${MAX_CONTENTS} disclosed contents`;
      this.#waiting.add(commitment, bytes);
    }
    return undefined;
  }

  /** Takes what the line of a record announces that can't be read: whether it commits to them is not known. */
  announceUnread(disclosed: readonly string[]): string | undefined {
    for (const commitment of disclosed) {
      if (this.#announced++ >= MAX_CONTENTS) return `expected at most ${MAX_CONTENTS} disclosed contents`;
      this.#waiting.add(commitment, UNKNOWN_LENGTH);
    }
    return undefined;
  }

  begin(line: {
    readonly commitment: string;
    readonly salt: string;
    readonly bytes: number;
  }): string | undefined {
    const unfinished = this.finish();
    const { commitment, salt, bytes } = line;
    if (!this.#waiting.take(commitment, bytes) && !this.#waiting.take(commitment, UNKNOWN_LENGTH)) {
      return (
        unfinished ??
        `content ${commitment} of ${bytes} bytes: no record in the bundle announces it, or it came before`
      );
    }
    this.#open = { commitment, bytes, hash: sha256Stream().update(fromHex(salt)!), read: 0 };
    return unfinished;
  }

  piece(base64: string): string | undefined {
    const open = this.#open;
    if (open === undefined) return 'expected a content before its pieces';
    const bytes = fromBase64(base64);
    if (bytes === undefined) return `content ${open.commitment}: expected base64`;
    open.hash.update(bytes);
    open.read += bytes.length;
    return open.read > open.bytes
      ? `content ${open.commitment}: expected ${open.bytes} bytes, found more`
      : undefined;
  }

  /** Ends the content at hand; says where it is not what was committed to. */
  finish(): string | undefined {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return undefined;
    this.#count++;
    if (open.read !== open.bytes) {
      return `content ${open.commitment}: expected ${open.bytes} bytes, found ${open.read}`;
    }
    return toHex(open.hash.digest()) === open.commitment
      ? undefined
      : `content ${open.commitment}: its bytes are not those that were committed to`;
  }

  /** What is wrong at the end. */
  end(claimed: number): string | undefined {
    const unfinished = this.finish();
    if (unfinished !== undefined) return unfinished;
    if (this.#waiting.waiting > 0)
      return `${this.#waiting.waiting} contents that records announce are missing`;
    return claimed === this.#count ? undefined : `expected ${claimed} contents, found ${this.#count}`;
  }
}
