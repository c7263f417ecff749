import { TracekitError } from './error.ts';

/**
 * Frames by which a tailer's process and the signer talk over a socket: a message is a plain object that may hold
 * byte and word arrays. A frame is `u32 length of what follows | u32 length of the head | head | arrays`, numbers
 * little-endian; the head is the message as JSON, in which each array is `{"$array":[type,bytes]}`, and the arrays
 * follow in that order.
 */

export type TailFrameErrorCode = 'bad_frame';

/** hostile: a frame beyond this is none of ours. A line of 8 MiB with its record is the largest that is. */
export const MAX_FRAME = 32 * 2 ** 20;

const PREFIX = 8;
const ARRAY = '$array';

type Holder = { readonly [key: string]: unknown };
type Words = Uint8Array | Uint32Array | Int32Array;

/** The pieces of one frame, to be written in this order. */
export function encodeFrame(message: object): readonly Uint8Array[] {
  const arrays: Uint8Array[] = [];
  // Asked of the holder: a Buffer would come as what its toJSON makes of it.
  const text = JSON.stringify(message, function (this: Holder, key, plain: unknown) {
    const value = this[key];
    if (!isWords(value)) return plain;
    arrays.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    return { [ARRAY]: [typeOf(value), value.byteLength] };
  });
  const head = Buffer.from(text);
  const prefix = Buffer.alloc(PREFIX);
  const bytes = arrays.reduce((sum, one) => sum + one.byteLength, 4 + head.length);
  prefix.writeUInt32LE(bytes, 0);
  prefix.writeUInt32LE(head.length, 4);
  return [Buffer.concat([prefix, head]), ...arrays];
}

/** Takes a stream apart into messages. hostile: whoever holds the other end; throws `bad_frame` on what is no frame. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private held = 0;

  /** The messages that are whole with these bytes. They are objects of unknown shape. */
  push(bytes: Buffer): readonly object[] {
    this.chunks.push(bytes);
    this.held += bytes.length;
    const messages: object[] = [];
    for (;;) {
      if (this.held < PREFIX) return messages;
      const length = this.peek(PREFIX).readUInt32LE(0);
      if (length < 4 || length > MAX_FRAME) throw badFrame(`${MAX_FRAME} bytes at most`, `${length}`);
      if (this.held < 4 + length) return messages;
      const frame = this.peek(4 + length).subarray(0, 4 + length);
      messages.push(decode(frame.subarray(4)));
      this.drop(4 + length);
    }
  }

  /** The first `count` bytes at least, in one piece: joined once a frame, not once a chunk. */
  private peek(count: number): Buffer {
    const first = this.chunks[0]!;
    if (first.length >= count) return first;
    const joined = Buffer.concat(this.chunks);
    this.chunks = [joined];
    return joined;
  }

  private drop(count: number): void {
    const first = this.chunks[0]!;
    this.held -= count;
    if (first.length === count) this.chunks.shift();
    else this.chunks[0] = first.subarray(count);
  }
}

/** `frame` begins with the head's length. */
function decode(frame: Buffer): object {
  const length = frame.readUInt32LE(0);
  if (4 + length > frame.length) throw badFrame('a head within the frame', `${length} bytes of head`);
  let at = 4 + length;
  const take = ([type, bytes]: readonly unknown[]): Words => {
    if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0 || at + bytes > frame.length)
      throw badFrame('an array within the frame', String(bytes));
    // A copy, aligned for words and free of the frame.
    const copy = new Uint8Array(bytes);
    copy.set(frame.subarray(at, at + bytes));
    at += bytes;
    return wordsOf(type, copy);
  };
  const message = parse(frame.toString('utf8', 4, 4 + length));
  const filled = fill(message, take);
  if (filled === null || typeof filled !== 'object' || Array.isArray(filled))
    throw badFrame('a message', typeof filled);
  return filled;
}

/** Puts arrays in their places, in the order of the text. Plain messages are a few levels deep. */
function fill(value: unknown, take: (array: readonly unknown[]) => Words, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || depth > 8) return value;
  if (Object.hasOwn(value, ARRAY)) {
    const array = (value as { readonly [ARRAY]: unknown })[ARRAY];
    if (!Array.isArray(array)) throw badFrame('an array', typeof array);
    return take(array);
  }
  for (const [key, inner] of Object.entries(value)) {
    if (inner !== null && typeof inner === 'object')
      Object.defineProperty(value, key, { value: fill(inner, take, depth + 1) });
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badFrame('a head of JSON', `${text.length} characters that are none`);
  }
}

function isWords(value: unknown): value is Words {
  return value instanceof Uint8Array || value instanceof Uint32Array || value instanceof Int32Array;
}

function typeOf(words: Words): string {
  if (words instanceof Uint32Array) return 'u32';
  return words instanceof Int32Array ? 'i32' : 'u8';
}

function wordsOf(type: unknown, { buffer }: Uint8Array<ArrayBuffer>): Words {
  if (type === 'u8') return new Uint8Array(buffer);
  if (buffer.byteLength % 4 !== 0) throw badFrame('whole words', `${buffer.byteLength} bytes`);
  if (type === 'u32') return new Uint32Array(buffer);
  if (type === 'i32') return new Int32Array(buffer);
  throw badFrame('an array type', String(type));
}

function badFrame(expected: string, found: string): TracekitError<TailFrameErrorCode> {
  return new TracekitError('bad_frame', `tailer's socket: expected ${expected}, found ${found}`);
}
