import type { Range } from './json-index.ts';
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
import { JsonTape, tagOf } from './json-tape.ts';

/**
 * A value of JSON text: what `JSON.parse` makes of it, but objects and arrays as views that decode what they are asked
 * for. A view is good until its tape reads another text.
 */
export type JsonValue = null | boolean | number | string | JsonObjectView | JsonListView;

/** An object as it lies in its text. As in `JSON.parse`, a key given twice has its last value. */
export class JsonObjectView {
  readonly tape: JsonTape;
  readonly slot: number;

  constructor(tape: JsonTape, slot: number) {
    this.tape = tape;
    this.slot = slot;
  }

  /** The object's own bytes. */
  get range(): Range {
    return rangeOf(this.tape, this.slot);
  }

  /** How many members it has, a key given twice counted twice. */
  get size(): number {
    return this.tape.slots[this.slot * SLOT + COUNT]!;
  }

  has(key: string): boolean {
    return this.#find(key) !== 0;
  }

  get(key: string): JsonValue | undefined {
    const slot = this.#find(key);
    return slot === 0 ? undefined : valueAt(this.tape, slot);
  }

  /** The raw bytes of the value under `key`. */
  rangeOf(key: string): Range | undefined {
    const slot = this.#find(key);
    return slot === 0 ? undefined : rangeOf(this.tape, slot);
  }

  /** Whether the value under `key` is there and null. */
  isNull(key: string): boolean {
    const slot = this.#find(key);
    return slot !== 0 && (this.tape.slots[slot * SLOT]! & KIND) === NULL;
  }

  /** Bytes of the string under `key` as they stand between its quotes; undefined where there is no string. */
  lengthOf(key: string): number | undefined {
    const base = this.#find(key) * SLOT;
    const { slots } = this.tape;
    if (base === 0 || (slots[base]! & KIND) !== STRING) return undefined;
    return slots[base + END]! - slots[base + START]! - 2;
  }

  /** Whether a key is given twice. */
  get duplicate(): boolean {
    const { slots, tags } = this.tape;
    const end = slots[this.slot * SLOT + NEXT]!;
    if (this.size > FEW) return this.#differentKeys() < this.size;
    tags.begin();
    for (let at = this.slot + 1; at < end; at = slots[at * SLOT + NEXT]!) {
      if ((slots[at * SLOT]! & ODD_KEY) !== 0) return this.#differentKeys() < this.size;
      if (!tags.isNew(slots[at * SLOT + KEY_TAG]!) && this.#cameBefore(at)) return true;
    }
    return false;
  }

  /** Whether a member before the one at `slot` has its key. Neither has an odd one. */
  #cameBefore(slot: number): boolean {
    const { slots } = this.tape;
    for (let at = this.slot + 1; at < slot; at = slots[at * SLOT + NEXT]!)
      if (slots[at * SLOT + KEY_TAG] === slots[slot * SLOT + KEY_TAG] && sameKey(this.tape, at, slot))
        return true;
    return false;
  }

  #differentKeys(): number {
    return new Set(this.#keys()).size;
  }

  *#keys(): Generator<string> {
    const { slots } = this.tape;
    const end = slots[this.slot * SLOT + NEXT]!;
    for (let at = this.slot + 1; at < end; at = slots[at * SLOT + NEXT]!) yield keyAt(this.tape, at);
  }

  /** The slot of the value under `key`; 0, which no member has, where there is none. */
  #find(key: string): number {
    const { slots } = this.tape;
    const end = slots[this.slot * SLOT + NEXT]!;
    const { length } = key;
    const tag = tagOf(length, key.charCodeAt(0), key.charCodeAt(length - 1));
    let found = 0;
    for (let at = this.slot + 1; at < end; at = slots[at * SLOT + NEXT]!) {
      const base = at * SLOT;
      if ((slots[base]! & ODD_KEY) !== 0) {
        if (keyAt(this.tape, at) === key) found = at;
      } else if (slots[base + KEY_TAG] === tag) {
        if (isKey(this.tape, at, key)) found = at;
      }
    }
    return found;
  }
}

/** An array as it lies in its text. */
export class JsonListView {
  readonly tape: JsonTape;
  readonly slot: number;

  constructor(tape: JsonTape, slot: number) {
    this.tape = tape;
    this.slot = slot;
  }

  get length(): number {
    return this.tape.slots[this.slot * SLOT + COUNT]!;
  }

  /** The elements in order, each with its raw bytes. */
  *elements(): Generator<{ readonly value: JsonValue; readonly range: Range }> {
    const { slots } = this.tape;
    const end = slots[this.slot * SLOT + NEXT]!;
    for (let at = this.slot + 1; at < end; at = slots[at * SLOT + NEXT]!)
      yield { value: valueAt(this.tape, at), range: rangeOf(this.tape, at) };
  }

  /** The element at `index`, or undefined. */
  at(index: number): JsonValue | undefined {
    const { slots } = this.tape;
    const end = slots[this.slot * SLOT + NEXT]!;
    let left = index;
    for (let at = this.slot + 1; at < end; at = slots[at * SLOT + NEXT]!)
      if (left-- === 0) return valueAt(this.tape, at);
    return undefined;
  }
}

/** Bytes of a string, with its quotes, that is worth looking for among those made before: an id (UUID) is. */
const SHORT = 40;

/** More members than this are compared by way of a set. */
const FEW = 64;

/** The value of the text that `tape` read. */
export function rootOf(tape: JsonTape): JsonValue {
  return valueAt(tape, 0);
}

/** The value of a JSON text, or undefined where it is none. */
export function viewJson(text: string): JsonValue | undefined {
  const tape = new JsonTape();
  const bytes = Buffer.from(text);
  return tape.read(bytes, 0, bytes.length) === 'json' ? rootOf(tape) : undefined;
}

function valueAt(tape: JsonTape, slot: number): JsonValue {
  const { slots, bytes } = tape;
  const base = slot * SLOT;
  const flags = slots[base]!;
  switch (flags & KIND) {
    case STRING:
      return stringAt(tape, slot);
    case OBJECT:
      return new JsonObjectView(tape, slot);
    case LIST:
      return new JsonListView(tape, slot);
    case NUMBER:
      return Number(bytes.toString('latin1', slots[base + START]!, slots[base + END]!));
    case TRUE:
      return true;
    case FALSE:
      return false;
    default:
      return null;
  }
}

function stringAt({ bytes, short, slots }: JsonTape, slot: number): string {
  const base = slot * SLOT;
  const flags = slots[base]!;
  const start = slots[base + START]!;
  const end = slots[base + END]!;
  if ((flags & (ESCAPED | WIDE)) === 0 && end - start <= SHORT) return short.get(bytes, start + 1, end - 1);
  if ((flags & ESCAPED) !== 0) return JSON.parse(bytes.toString('utf8', start, end)) as string;
  return (flags & WIDE) === 0
    ? bytes.toString('latin1', start + 1, end - 1)
    : bytes.toString('utf8', start + 1, end - 1);
}

function keyAt(tape: JsonTape, slot: number): string {
  const { slots, bytes } = tape;
  const base = slot * SLOT;
  const text = bytes.toString('utf8', slots[base + KEY_START]!, slots[base + KEY_END]!);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

/** Whether two keys without escapes are equal. */
function sameKey(tape: JsonTape, a: number, b: number): boolean {
  const { slots, bytes } = tape;
  const start = slots[a * SLOT + KEY_START]!;
  const length = slots[a * SLOT + KEY_END]! - start;
  const other = slots[b * SLOT + KEY_START]!;
  if (slots[b * SLOT + KEY_END]! - other !== length) return false;
  for (let i = 0; i < length; i++) if (bytes[start + i] !== bytes[other + i]) return false;
  return true;
}

/** Whether the slot's key, which has no escapes, is `key`. */
function isKey({ slots, bytes }: JsonTape, slot: number, key: string): boolean {
  const start = slots[slot * SLOT + KEY_START]!;
  if (slots[slot * SLOT + KEY_END]! - start !== key.length) return false;
  for (let i = 0; i < key.length; i++) if (bytes[start + i] !== key.charCodeAt(i)) return false;
  return true;
}

function rangeOf({ slots }: JsonTape, slot: number): Range {
  return { start: slots[slot * SLOT + START]!, end: slots[slot * SLOT + END]! };
}
