import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { toHex } from '../bytes/hex.ts';
import { sha256Stream } from '../bytes/sha256.ts';
import {
  CONTENT_AT,
  type Frame,
  KNOWN_BYTES,
  MAGIC,
  NO_FRAME,
  PIECE_AT,
  parseFrame,
  SALT_AT,
  SALT_BYTES,
} from './frame.ts';

const READ_BYTES = 1 << 20;
/** A content of this many pieces is 16 TiB: more is a loop in a damaged file. */
const MAX_PIECES = 1 << 24;
/** Contents hashed in the search for a good frame behind a damaged place. */
const MAX_SEARCH = 1 << 30;

/** A vault file, open for reading. Everything in it is what the disk says, so `verify` before it is believed. */
export class VaultFile {
  readonly #fd: number;

  constructor(path: string) {
    this.#fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  }

  get size(): number {
    return fstatSync(this.#fd).size;
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** The frame at `offset`, or undefined where there is none or the file ends within it. */
  frameAt(offset: number): Frame | undefined {
    const frame = parseFrame(this.read(offset, KNOWN_BYTES), offset);
    return frame === undefined || offset + frame.size > this.size ? undefined : frame;
  }

  /** The frames from `offset` on, up to the first place where there is none; contents are not read. */
  *frames(offset = 0): Generator<Frame> {
    for (let frame = this.frameAt(offset); frame !== undefined; frame = this.frameAt(offset)) {
      yield frame;
      offset += frame.size;
    }
  }

  /** The frames from `offset` on, going on behind damaged places with the next frame that is good. */
  *framesPastDamage(offset = 0): Generator<Frame> {
    for (let from: number | undefined = offset; from !== undefined; from = this.nextGood(from + 1)) {
      for (const frame of this.frames(from)) {
        yield frame;
        from = frame.offset + frame.size;
      }
    }
  }

  /**
   * Where the next frame with a right content begins, at `from` or behind it; undefined where none does, the file's size
   * where the search was given up.
   */
  nextGood(from: number): number | undefined {
    // hostile: contents may be full of what looks like a frame, each as long as the file.
    let budget = MAX_SEARCH;
    for (let at = from; at < this.size; at += READ_BYTES) {
      const block = this.read(at, READ_BYTES + MAGIC.length - 1);
      for (let hit = block.indexOf(MAGIC); hit >= 0; hit = block.indexOf(MAGIC, hit + 1)) {
        const frame = this.frameAt(at + hit);
        // An empty piece is right whatever is around it.
        if (frame === undefined || (frame.kind === 'piece' && frame.length === 0)) continue;
        budget -= frame.length;
        if (budget < 0) return this.size;
        if (this.verify(frame)) return frame.offset;
      }
    }
    return undefined;
  }

  salt(frame: Frame): Buffer {
    return this.read(frame.offset + SALT_AT, SALT_BYTES);
  }

  /** The content's bytes, block by block. They end early where the file is damaged. */
  *content(frame: Frame): Generator<Buffer> {
    if (frame.kind === 'slice') {
      const base = this.frameAt(frame.base);
      if (base !== undefined && base.kind !== 'slice')
        yield* this.#range(base, frame.at, frame.at + frame.length);
    } else yield* this.#range(frame, 0, frame.length);
  }

  /** Whether the frame's content is what its commitment, or a piece's CRC, says. */
  verify(frame: Frame): boolean {
    if (frame.kind === 'piece') {
      let crc = 0;
      for (const block of this.content(frame)) crc = crc32(block, crc);
      return crc === frame.crc;
    }
    const hash = sha256Stream().update(this.salt(frame));
    for (const block of this.content(frame)) hash.update(block);
    return toHex(hash.digest()) === frame.commitment;
  }

  /** At most `length` bytes from `offset` on: fewer where the file ends. */
  read(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    let got = 0;
    while (got < length) {
      const more = readSync(this.#fd, bytes, got, length - got, offset + got);
      if (more === 0) break;
      got += more;
    }
    return bytes.subarray(0, got);
  }

  /** The bytes from `from` to `to` of a content that is not a slice. */
  *#range(frame: Frame, from: number, to: number): Generator<Buffer> {
    if (frame.kind !== 'pieced') {
      const start = frame.offset + (frame.kind === 'piece' ? PIECE_AT : CONTENT_AT);
      const end = Math.min(to, frame.length);
      for (let at = from; at < end; at += READ_BYTES)
        yield this.read(start + at, Math.min(READ_BYTES, end - at));
      return;
    }
    let first = 0;
    for (const piece of this.pieces(frame)) {
      const end = first + piece.length;
      if (end > from && first < to)
        yield* this.#range(piece, Math.max(0, from - first), Math.min(piece.length, to - first));
      first = end;
    }
  }

  /** The pieces of a pieced content, first to last; none where the chain is damaged. */
  pieces(frame: Frame): Frame[] {
    const pieces: Frame[] = [];
    let before = frame.offset;
    // hostile: each link must lead back, so that a damaged file cannot lead round in a circle.
    for (let at = frame.base; at !== NO_FRAME; ) {
      const piece = at < before ? this.frameAt(at) : undefined;
      if (piece?.kind !== 'piece' || pieces.length >= MAX_PIECES) return [];
      pieces.push(piece);
      before = at;
      at = piece.base;
    }
    return pieces.reverse();
  }
}
