import { Decompress } from 'fzstd';
import { Xxh64 } from './xxh64.ts';

/**
 * Zstandard (RFC 8878), one block at a time. The frames are walked here, so that a hostile archive is refused
 * before the decompressor (fzstd) sets aside the window that a frame header asks for, and so that no step gives
 * more than one block (128 KiB).
 */
export type FrameCaps = {
  /** The largest window in bytes that a frame may ask for. */
  readonly maxWindow: number;
};

/** Thrown inside this module's generators only, and caught by the source that drives them. */
export class BadArchive extends Error {}

/** Gives exactly `length` bytes that stay as they are, or fewer at the end of the file. */
export type Take = (length: number) => Uint8Array;

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
/** RFC 8878 §3.1.1.2.4: no block is larger, packed or unpacked. */
const MAX_BLOCK = 128 * 1024;

/** The bytes that come out, in pieces of at most 128 KiB. Throws `BadArchive`. */
export function* unpack(take: Take, caps: FrameCaps): Generator<Uint8Array> {
  for (;;) {
    const magic = take(4);
    if (magic.length === 0) return;
    const word = u32(whole(magic, 4), 0);
    if (word === MAGIC) yield* frame(take, magic, caps);
    else if ((word & 0xfffffff0) >>> 0 === SKIPPABLE) skip(take, u32(whole(take(4), 4), 0));
    else throw new BadArchive(`expected a frame, found 0x${word.toString(16)}`);
  }
}

type Header = { readonly bytes: Uint8Array; readonly window: number; readonly checksum: boolean };

function* frame(take: Take, magic: Uint8Array, caps: FrameCaps): Generator<Uint8Array> {
  const header = frameHeader(take);
  if (header.window > caps.maxWindow) throw new BadArchive(`a window of ${header.window} bytes`);
  const out: Uint8Array[] = [];
  const inner = new Decompress((piece) => out.push(piece));
  const hash = header.checksum ? new Xxh64() : undefined;
  push(inner, joined([magic, header.bytes]), false);
  for (let last = false; !last; ) {
    const block = nextBlock(take);
    last = block.last;
    // fzstd wants the checksum with the last block to see the frame as ended; it does not verify it.
    const tail = last && header.checksum ? whole(take(4), 4) : new Uint8Array(0);
    push(inner, joined([block.bytes, tail]), last);
    for (const piece of out) hash?.update(piece);
    yield* out;
    out.length = 0;
    if (last && hash !== undefined) checkContent(hash, tail);
  }
}

/** RFC 8878 §3.1.1: the low four bytes of the content's XXH64. What came out was given: it was read before it could be known. */
function checkContent(hash: Xxh64, checksum: Uint8Array): void {
  if (BigInt.asUintN(32, hash.digest()) !== BigInt(u32(checksum, 0)))
    throw new BadArchive('the content is not what its checksum says');
}

/** RFC 8878 §3.1.1.1, after the magic number. */
function frameHeader(take: Take): Header {
  const flags = whole(take(1), 1)[0] ?? 0;
  const single = (flags & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  if ((flags & 0x08) !== 0) throw new BadArchive('a reserved bit is set');
  if (dictionary !== 0) throw new BadArchive('a dictionary is asked for');
  const length = (single ? 0 : 1) + sizeBytes;
  const rest = whole(take(length), length);
  const bytes = joined([Uint8Array.of(flags), rest]);
  return {
    bytes,
    window: single ? contentSize(rest) : windowSize(rest[0] ?? 0),
    checksum: (flags & 4) !== 0,
  };
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentSize(field: Uint8Array): number {
  let size = field.length === 2 ? 256 : 0;
  for (let i = 0; i < field.length; i++) size += (field[i] ?? 0) * 2 ** (8 * i);
  return size;
}

/** RFC 8878 §3.1.1.2: one block with its header. */
function nextBlock(take: Take): { readonly bytes: Uint8Array; readonly last: boolean } {
  const head = whole(take(3), 3);
  const word = (head[0] ?? 0) | ((head[1] ?? 0) << 8) | ((head[2] ?? 0) << 16);
  const type = (word >> 1) & 3;
  const size = word >> 3;
  if (type === 3 || size > MAX_BLOCK) throw new BadArchive(`a block of type ${type} and ${size} bytes`);
  const length = type === 1 ? 1 : size;
  return { bytes: joined([head, whole(take(length), length)]), last: (word & 1) === 1 };
}

/** hostile: fzstd throws plain errors, also range and type errors, on damaged blocks. */
function push(inner: Decompress, bytes: Uint8Array, last: boolean): void {
  try {
    inner.push(bytes, last);
  } catch (cause) {
    throw new BadArchive('damaged', { cause });
  }
}

function skip(take: Take, length: number): void {
  for (let left = length; left > 0; ) {
    const step = Math.min(left, MAX_BLOCK);
    whole(take(step), step);
    left -= step;
  }
}

function whole(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length < length) throw new BadArchive('the file ends inside a frame');
  return bytes;
}

function u32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(pieces);
}
