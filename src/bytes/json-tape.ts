/**
 * Reads JSON text without making values of it: one pass says whether it is JSON, and leaves a slot for each value with
 * where it lies. What is asked for is decoded then (`json-view.ts`): most of a transcript's line never is.
 */

import { numberEnd } from './json-number.ts';
import {
  COUNT,
  END,
  ESCAPED,
  FALSE,
  KEY_END,
  KEY_START,
  KEY_TAG,
  KIND,
  LIST,
  NEXT,
  NULL,
  NUMBER,
  OBJECT,
  ODD_KEY,
  SLOT,
  START,
  STRING,
  TRUE,
  WIDE,
} from './json-slots.ts';
import { ShortStrings } from './short-strings.ts';
import { TagSet } from './tag-set.ts';

const FIRST_SLOTS = 512;
/** 32 MiB; a text of more values is none that a harness writes. */
const MAX_SLOTS = 1 << 20;
/** After a text of more values than this the memory is given back. */
const KEPT_SLOTS = 1 << 15;

const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
const TRUE_WORD = 'true';
const FALSE_WORD = 'false';
const NULL_WORD = 'null';
const INVALID = -1;
/** In the place of a kind: the container has something in it, which comes next. */
const OPENED = 7;
const NO_KEY = -1;

const PLAIN = 0;
const ENDS = 1;
const BACKSLASH = 2;
const WIDE_BYTE = 3;
const CONTROL = 4;
/** What each byte is within a string (RFC 8259 §7). */
const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === QUOTE) return ENDS;
  if (byte === 0x5c) return BACKSLASH;
  return byte < 0x20 ? CONTROL : byte < 0x80 ? PLAIN : WIDE_BYTE;
});

/** What may follow a backslash besides `u` (RFC 8259 §7). */
const ESCAPES = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** `json`: the text is JSON, as `JSON.parse` takes it. `too_many`: it has more values than are looked at. */
export type TapeResult = 'json' | 'invalid' | 'too_many';

/** The values of one text after the other. What is said of a text holds until the next one is read. */
export class JsonTape {
  slots = new Int32Array(FIRST_SLOTS * SLOT);
  readonly short = new ShortStrings();
  readonly tags = new TagSet();
  bytes: Buffer = Buffer.alloc(0);
  /** Levels of objects and arrays within each other. */
  depth = 0;
  /** There are bytes beyond ASCII. */
  wide = false;
  /** There are escapes of surrogates (`\ud800` to `\udfff`), paired or not. */
  surrogates = false;
  #at = 0;
  #end = 0;
  #used = 0;
  /** Of the string read last. */
  #flags = 0;
  /** The key that the next value has. */
  #key = { start: 0, end: 0, tag: NO_KEY, flag: 0 };
  /** Slots of the containers that are open, the outermost first; a text may nest as deep as it likes. */
  #open = new Int32Array(64);
  /** All of the buffer that `bytes` lies in, read as words; `bytes` begins at `#base`. */
  #words: DataView = new DataView(new ArrayBuffer(0));
  #base = 0;

  /** Reads the text from `start` to `end`; its value has slot 0. hostile: whatever bytes; never throws. */
  read(bytes: Buffer, start: number, end: number): TapeResult {
    if (this.slots.length > KEPT_SLOTS * SLOT) this.slots = new Int32Array(FIRST_SLOTS * SLOT);
    if (this.#words.buffer !== bytes.buffer) this.#words = new DataView(bytes.buffer);
    this.bytes = bytes;
    this.#base = bytes.byteOffset;
    this.#at = start;
    this.#end = end;
    this.#used = 0;
    this.#key.tag = NO_KEY;
    this.#key.flag = 0;
    this.depth = 0;
    this.wide = false;
    this.surrogates = false;
    return this.#values();
  }

  #values(): TapeResult {
    let level = 0;
    for (;;) {
      if (this.#used === MAX_SLOTS) return 'too_many';
      const kind = this.#value(level);
      if (kind < 0) return 'invalid';
      if (kind === OPENED) {
        level++;
        continue;
      }
      level = this.#behind(level);
      if (level < 0) return 'invalid';
      if (level === 0) return this.#space() === -1 ? 'json' : 'invalid';
    }
  }

  /** Reads a value, or the beginning of one that has others in it. */
  #value(level: number): number {
    const byte = this.#space();
    const start = this.#at;
    const slot = this.#used++ * SLOT;
    if (slot === this.slots.length) this.#grow();
    const kind = this.#kind(byte, level, slot);
    if (kind < 0) return kind;
    const { slots } = this;
    const key = this.#key;
    slots[slot] = (kind === OPENED ? (byte === OPEN_OBJECT ? OBJECT : LIST) : kind) | key.flag;
    slots[slot + START] = start;
    slots[slot + END] = this.#at;
    slots[slot + NEXT] = this.#used;
    slots[slot + KEY_START] = key.start;
    slots[slot + KEY_END] = key.end;
    slots[slot + KEY_TAG] = key.tag;
    slots[slot + COUNT] = 0;
    key.tag = NO_KEY;
    key.flag = 0;
    return kind === OPENED && byte === OPEN_OBJECT && !this.#readKey() ? INVALID : kind;
  }

  #kind(byte: number, level: number, slot: number): number {
    if (byte === QUOTE) return this.#string() ? STRING | this.#flags : INVALID;
    if (byte !== OPEN_OBJECT && byte !== OPEN_LIST) return this.#scalar(byte);
    this.#at++;
    if (level + 1 > this.depth) this.depth = level + 1;
    if (this.#space() !== byte + 2) {
      if (level + 1 === this.#open.length) this.#deepen();
      this.#open[level + 1] = slot;
      return OPENED;
    }
    this.#at++;
    return byte === OPEN_OBJECT ? OBJECT : LIST;
  }

  /** Past what follows a value: a comma and the next key, or the ends of containers. Gives the level then. */
  #behind(from: number): number {
    let level = from;
    while (level > 0) {
      const { slots } = this;
      const slot = this.#open[level]!;
      const object = (slots[slot]! & KIND) === OBJECT;
      slots[slot + COUNT]!++;
      const byte = this.#space();
      if (byte === COMMA) {
        this.#at++;
        return object && !this.#readKey() ? INVALID : level;
      }
      if (byte !== (object ? OPEN_OBJECT + 2 : OPEN_LIST + 2)) return INVALID;
      this.#at++;
      slots[slot + END] = this.#at;
      slots[slot + NEXT] = this.#used;
      level--;
    }
    return 0;
  }

  /** Reads a key and its colon. */
  #readKey(): boolean {
    if (this.#space() !== QUOTE) return false;
    const start = this.#at + 1;
    if (!this.#string()) return false;
    const key = this.#key;
    key.start = start;
    key.end = this.#at - 1;
    key.flag = this.#flags === 0 ? 0 : ODD_KEY;
    key.tag = tagOf(key.end - start, this.bytes[start]!, this.bytes[key.end - 1]!);
    if (this.#space() !== COLON) return false;
    this.#at++;
    return true;
  }

  /** The byte after white space, or -1 at the end. */
  #space(): number {
    const { bytes } = this;
    const end = this.#end;
    let at = this.#at;
    while (at < end) {
      const byte = bytes[at]!;
      if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) {
        this.#at = at;
        return byte;
      }
      at++;
    }
    this.#at = at;
    return -1;
  }

  /** Past the string that begins here. */
  #string(): boolean {
    const { bytes } = this;
    const end = this.#end;
    let at = this.#at + 1;
    let flags = 0;
    for (;;) {
      at = this.#plainEnd(at);
      if (at >= end) return false;
      const kind = CLASSES[bytes[at]!];
      if (kind === ENDS) break;
      if (kind === CONTROL) return false;
      if (kind === WIDE_BYTE) {
        flags |= WIDE;
        at++;
      } else {
        flags |= ESCAPED;
        at = this.#escape(at + 1);
        if (at < 0) return false;
      }
    }
    if ((flags & WIDE) !== 0) this.wide = true;
    this.#flags = flags;
    this.#at = at + 1;
    return true;
  }

  /** The first byte from `from` on that is not plain text. By eight bytes: three times as fast as one by one. */
  #plainEnd(from: number): number {
    const { bytes } = this;
    const words = this.#words;
    const end = this.#end;
    // Asked of the buffer for each string, it would take longer than a short string does.
    const base = this.#base;
    let at = from;
    for (; at + 16 <= end; at += 16) {
      const a = unplain(words.getInt32(base + at, true));
      const b = unplain(words.getInt32(base + at + 4, true));
      if ((a | b) !== 0) return a !== 0 ? at + firstByte(a) : at + 4 + firstByte(b);
      const c = unplain(words.getInt32(base + at + 8, true));
      const d = unplain(words.getInt32(base + at + 12, true));
      if ((c | d) !== 0) return c !== 0 ? at + 8 + firstByte(c) : at + 12 + firstByte(d);
    }
    while (at < end && CLASSES[bytes[at]!] === PLAIN) at++;
    return at;
  }

  /** Past the escape whose letter is at `at`, or -1. */
  #escape(at: number): number {
    const { bytes } = this;
    if (at >= this.#end) return -1;
    const letter = bytes[at]!;
    if (letter !== 0x75) return ESCAPES[letter] === 1 ? at + 1 : -1;
    if (at + 5 > this.#end) return -1;
    for (let i = at + 1; i < at + 5; i++) if (!isHexDigit(bytes[i]!)) return -1;
    if ((bytes[at + 1]! | 0x20) === 0x64 && bytes[at + 2]! > 0x37) this.surrogates = true;
    return at + 5;
  }

  /** A number or a word; gives its kind. */
  #scalar(byte: number): number {
    if (byte === 0x74) return this.#word(TRUE_WORD) ? TRUE : INVALID;
    if (byte === 0x66) return this.#word(FALSE_WORD) ? FALSE : INVALID;
    if (byte === 0x6e) return this.#word(NULL_WORD) ? NULL : INVALID;
    const end = numberEnd(this.bytes, this.#at, this.#end);
    if (end < 0) return INVALID;
    this.#at = end;
    return NUMBER;
  }

  #word(word: string): boolean {
    if (this.#at + word.length > this.#end) return false;
    for (let i = 0; i < word.length; i++) if (this.bytes[this.#at + i] !== word.charCodeAt(i)) return false;
    this.#at += word.length;
    return true;
  }

  #grow(): void {
    const more = new Int32Array(this.slots.length * 2);
    more.set(this.slots);
    this.slots = more;
  }

  #deepen(): void {
    const more = new Int32Array(this.#open.length * 2);
    more.set(this.#open);
    this.#open = more;
  }
}

/**
 * A bit in the first of four bytes that is a quote, a backslash, below 0x20 or beyond ASCII (and in some behind it). With
 * bit 1 turned over, the quote (0x22) lies right behind what is below 0x20, so that one subtraction finds both.
 */
function unplain(word: number): number {
  const control = (word ^ 0x02020202) - 0x21212121;
  const slash = (word ^ 0x5c5c5c5c) - 0x01010101;
  return (control | slash | word) & 0x80808080;
}

/** The place of the lowest byte that has a bit set. */
function firstByte(hit: number): number {
  return (31 - Math.clz32(hit & -hit)) >> 3;
}

/** Keys are told apart by this before they are compared byte by byte. */
export function tagOf(length: number, first: number, last: number): number {
  return length === 0 ? 0 : ((length & 0x7fff) << 16) | (first << 8) | last;
}

function isHexDigit(byte: number): boolean {
  if (byte >= ZERO && byte <= 0x39) return true;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66;
}
