import { crc32 } from 'node:zlib';
import { putBytes, type RawDigest } from '../bytes/raw-digest.ts';
import { sha256Raw, sha256Stream } from '../bytes/sha256.ts';
import { type Chunk, nextRow, type OpenFile } from './chunk.ts';
import {
  COMMITMENT_AT,
  CONTENT_AT,
  HEAD_BYTES,
  NO_FRAME,
  PIECE_AT,
  PIECED_BYTES,
  SALT_AT,
  SALT_BYTES,
  SLICE_BYTES,
  writeHead,
  writeSix,
} from './frame.ts';
import { writeRow } from './rows.ts';
import type { Salts } from './salts.ts';

/** A content that lies in the vault or waits to: what a slice of it is made from. Good while its caller keeps it. */
export type ContentRef = {
  readonly file: OpenFile;
  readonly offset: number;
  readonly content: Uint8Array;
};

/** Gives a chunk with this much room. */
export type Room = (bytes: number) => Chunk;

/** Bytes of a piece: a content longer than this is written as pieces. */
export const PIECE_BYTES = 1 << 20;

/** A content's commitment, not yet made text, and the content. */
export type Whole = { readonly commitment: RawDigest; readonly ref: ContentRef };

/** Writes the frames of contents into chunks, with a salt of its own for each commitment. */
export class FrameWriter {
  readonly #room: Room;
  readonly #salts: Salts;
  #scratch = Buffer.alloc(4_096);

  constructor(room: Room, salts: Salts) {
    this.#room = room;
    this.#salts = salts;
  }

  whole(content: Uint8Array): Whole {
    const { length } = content;
    const size = CONTENT_AT + length;
    const chunk = this.#room(size);
    const { bytes, used: at } = chunk;
    writeHead(bytes, at, { kind: 'whole', length });
    this.#salts.take(bytes, at + SALT_AT);
    bytes.set(content, at + CONTENT_AT);
    // Salt and content lie side by side, so that one call hashes them where they are.
    const commitment = sha256Raw(viewOf(bytes, at + SALT_AT, at + size));
    const offset = close(chunk, size, commitment);
    return { commitment, ref: { file: chunk.file, offset, content } };
  }

  /** A part of a content, not stored again where the content's file is still the one written to. */
  slice(ref: ContentRef, at: number, length: number): RawDigest {
    if (!(at >= 0 && length >= 0 && at + length <= ref.content.length))
      throw new RangeError(`slice: expected ${length} bytes at ${at}, found ${ref.content.length} in all`);
    const part = viewOf(ref.content, at, at + length);
    const chunk = this.#room(SLICE_BYTES);
    if (chunk.file !== ref.file) return this.whole(part).commitment;
    const { bytes, used } = chunk;
    writeHead(bytes, used, { kind: 'slice', length });
    this.#salts.take(bytes, used + SALT_AT);
    writeSix(bytes, ref.offset, used + CONTENT_AT);
    writeSix(bytes, at, used + CONTENT_AT + 6);
    const commitment = this.#hash(viewOf(bytes, used + SALT_AT, used + CONTENT_AT), part);
    close(chunk, SLICE_BYTES, commitment);
    return commitment;
  }

  /** A content that comes in pieces, with one commitment over the whole. */
  pieces(): Pieces {
    return new Pieces(this.#room, this.#salts);
  }

  #hash(salt: Uint8Array, part: Uint8Array): RawDigest {
    const size = SALT_BYTES + part.length;
    if (size > PIECE_BYTES) return rawOf(sha256Stream().update(salt).update(part).digest());
    if (this.#scratch.length < size) this.#scratch = Buffer.alloc(2 * size);
    this.#scratch.set(salt, 0);
    this.#scratch.set(part, SALT_BYTES);
    return sha256Raw(viewOf(this.#scratch, 0, size));
  }
}

/** The pieces of one content, as they come. */
export class Pieces {
  readonly #room: Room;
  readonly #salt = Buffer.alloc(SALT_BYTES);
  readonly #hash = sha256Stream();
  #last = NO_FRAME;
  #length = 0;

  constructor(room: Room, salts: Salts) {
    this.#room = room;
    salts.take(this.#salt, 0);
    this.#hash.update(this.#salt);
  }

  add(content: Uint8Array): void {
    for (let at = 0; at < content.length; at += PIECE_BYTES)
      this.#piece(content.subarray(at, at + PIECE_BYTES));
  }

  /** Ends the content: its commitment, and where it lies. */
  end(): {
    readonly commitment: RawDigest;
    readonly bytes: number;
    readonly file: OpenFile;
    readonly offset: number;
  } {
    const chunk = this.#room(PIECED_BYTES);
    const { bytes, used } = chunk;
    const commitment = rawOf(this.#hash.digest());
    writeHead(bytes, used, { kind: 'pieced', length: this.#length });
    bytes.set(this.#salt, used + SALT_AT);
    bytes.fill(0, used + CONTENT_AT, used + PIECED_BYTES);
    writeSix(bytes, this.#last, used + CONTENT_AT);
    const offset = close(chunk, PIECED_BYTES, commitment);
    return { commitment, bytes: this.#length, file: chunk.file, offset };
  }

  #piece(piece: Uint8Array): void {
    const size = PIECE_AT + piece.length;
    const chunk = this.#room(size);
    const { bytes, used } = chunk;
    writeHead(bytes, used, { kind: 'piece', length: piece.length, crc: crc32(piece) });
    bytes.fill(0, used + HEAD_BYTES, used + PIECE_AT);
    writeSix(bytes, this.#last, used + HEAD_BYTES);
    bytes.set(piece, used + PIECE_AT);
    this.#hash.update(piece);
    this.#length += piece.length;
    this.#last = close(chunk, size);
  }
}

/** Counts a frame in, with its commitment where it has one; gives its offset in the file. */
function close(chunk: Chunk, size: number, commitment?: RawDigest): number {
  const { bytes, used, start } = chunk;
  const offset = start + used;
  const row = nextRow(chunk);
  if (commitment === undefined) writeRow(chunk.rows, row, { offset, size });
  else {
    putBytes(commitment, bytes, used + COMMITMENT_AT);
    writeRow(chunk.rows, row, { commitment, offset, size });
  }
  chunk.used += size;
  chunk.file.end += size;
  return offset;
}

function rawOf(digest: Uint8Array): RawDigest {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString('latin1');
}

/** `Buffer.subarray` takes three times as long (Node 20). */
function viewOf(bytes: Uint8Array, from: number, to: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + from, to - from);
}
