/**
 * A vault file is frames, one behind the other; numbers are little-endian.
 *
 *   0  'T' 'V', version 1, kind          8  length of the content (6 bytes), 2 zero bytes
 *   4  CRC-32 of a piece, else 0        16  by kind:
 *
 *   whole   commitment (32), salt (32), the bytes: salt and bytes side by side, as they are hashed
 *   slice   commitment, salt, offset of the frame it is a part of (6), first byte of it (6)
 *   piece   offset of the piece before (6), 2 zero bytes, the bytes
 *   pieced  commitment, salt, offset of the last piece (6), 2 zero bytes
 */
export type FrameKind = 'whole' | 'slice' | 'piece' | 'pieced';

export type Frame = {
  readonly kind: FrameKind;
  readonly offset: number;
  /** Bytes of the frame. */
  readonly size: number;
  /** Bytes of the content it stands for. */
  readonly length: number;
  /** 64 hex digits; empty for a piece. */
  readonly commitment: string;
  /** A slice's frame, a piece's piece before, a pieced content's last piece; `NO_FRAME` where there is none. */
  readonly base: number;
  /** A slice's first byte within its frame's content. */
  readonly at: number;
  readonly crc: number;
};

export const SALT_BYTES = 32;
export const HEAD_BYTES = 16;
export const COMMITMENT_AT = 16;
export const SALT_AT = 48;
export const CONTENT_AT = 80;
export const PIECE_AT = 24;
export const SLICE_BYTES = 92;
export const PIECED_BYTES = 88;
/** No frame begins here: an offset of six bytes of ones. */
export const NO_FRAME = 2 ** 48 - 1;
/** The most that must be read to know a frame. */
export const KNOWN_BYTES = 92;

const KINDS: readonly FrameKind[] = ['whole', 'slice', 'piece', 'pieced'];
const VERSION = 1;

/** The first bytes of every frame. */
export const MAGIC = Buffer.from([0x54, 0x56, VERSION]);

export type FrameHead = { readonly kind: FrameKind; readonly length: number; readonly crc?: number };

/** Writes a frame's first 16 bytes. */
export function writeHead(into: Buffer, at: number, { kind, length, crc = 0 }: FrameHead): void {
  into[at] = 0x54;
  into[at + 1] = 0x56;
  into[at + 2] = VERSION;
  into[at + 3] = KINDS.indexOf(kind) + 1;
  into[at + 4] = crc;
  into[at + 5] = crc >>> 8;
  into[at + 6] = crc >>> 16;
  into[at + 7] = crc >>> 24;
  writeSix(into, length, at + 8);
  into[at + 14] = 0;
  into[at + 15] = 0;
}

/** Writes a number of 48 bits. */
export function writeSix(into: Uint8Array, value: number, at: number): void {
  const high = Math.floor(value / 2 ** 32);
  into[at] = value;
  into[at + 1] = value >>> 8;
  into[at + 2] = value >>> 16;
  into[at + 3] = value >>> 24;
  into[at + 4] = high;
  into[at + 5] = high >>> 8;
}

/**
 * The frame at the start of `bytes`, which begin at `offset` of the file, or undefined where they are no frame.
 * It says nothing of whether the content is right. hostile: whatever bytes.
 */
export function parseFrame(bytes: Buffer, offset: number): Frame | undefined {
  if (bytes.length < PIECE_AT || bytes[0] !== 0x54 || bytes[1] !== 0x56 || bytes[2] !== VERSION)
    return undefined;
  const kind = KINDS[bytes[3]! - 1];
  const length = bytes.readUIntLE(8, 6);
  if (kind === undefined || bytes[14] !== 0 || bytes[15] !== 0) return undefined;
  const crc = bytes.readUInt32LE(4);
  if (kind === 'piece') {
    const base = bytes.readUIntLE(HEAD_BYTES, 6);
    return { kind, offset, size: PIECE_AT + length, length, commitment: '', base, at: 0, crc };
  }
  const size = kind === 'whole' ? CONTENT_AT + length : kind === 'slice' ? SLICE_BYTES : PIECED_BYTES;
  if (bytes.length < (kind === 'whole' ? CONTENT_AT : size)) return undefined;
  const commitment = bytes.toString('hex', COMMITMENT_AT, SALT_AT);
  const base = kind === 'whole' ? NO_FRAME : bytes.readUIntLE(CONTENT_AT, 6);
  const at = kind === 'slice' ? bytes.readUIntLE(CONTENT_AT + 6, 6) : 0;
  return { kind, offset, size, length, commitment, base, at, crc };
}
