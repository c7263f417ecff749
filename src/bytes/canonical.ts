import { TracekitError } from '../model/error.ts';
import type { Json, JsonObject } from '../model/record.ts';

export type CanonicalErrorCode = 'not_canonical';

/** Containers may be nested this deep in a record. */
export const MAX_DEPTH = 100;

// What JSON.stringify would escape, and every surrogate, whose pairing is then looked at (RFC 8785 §3.2.2.2).
const SPECIAL = /[\u0000-\u001f"\\\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * A record's value as canonical JSON (RFC 8785): keys by UTF-16 code units, no white space, shortest escapes.
 * Throws `not_canonical` on what records do not have: a fraction, an integer beyond ±(2^53−1), a lone surrogate,
 * anything that is not JSON, more than 100 levels.
 */
export function canonicalize(value: Json): string {
  return write(value, 0);
}

function write(value: Json | undefined, depth: number): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      return integer(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth === MAX_DEPTH) throw refuse(`at most ${MAX_DEPTH} levels`, 'more');
      return Array.isArray(value) ? list(value, depth + 1) : object(value as JsonObject, depth + 1);
    default:
      throw refuse('a JSON value', typeof value);
  }
}

function list(values: readonly Json[], depth: number): string {
  let text = '[';
  for (let i = 0; i < values.length; i++) text += (i === 0 ? '' : ',') + write(values[i], depth);
  return `${text}]`;
}

function object(value: JsonObject, depth: number): string {
  // The default order of `sort` is by UTF-16 code units, as RFC 8785 §3.2.3 asks.
  const keys = Object.keys(value).sort();
  let text = '';
  for (const key of keys) text += `${text === '' ? '{' : ','}${quote(key)}:${write(value[key], depth)}`;
  return text === '' ? '{}' : `${text}}`;
}

function quote(text: string): string {
  if (!SPECIAL.test(text)) return `"${text}"`;
  if (LONE_SURROGATE.test(text))
    throw refuse('text without lone surrogates', JSON.stringify(text).slice(0, 60));
  return JSON.stringify(text);
}

function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw refuse('an integer within ±(2^53−1)', String(value));
  return String(value);
}

function refuse(expected: string, found: string): TracekitError<CanonicalErrorCode> {
  return new TracekitError('not_canonical', `canonical JSON: expected ${expected}, found ${found}`);
}
