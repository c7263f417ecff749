import { fromUtf8 } from '../bytes/utf8.ts';
import type { Undecoded } from '../model/hook-event.ts';

/** A foreign JSON object. hostile: read it field by field through this module, never spread it. */
export type Payload = { readonly [key: string]: unknown };

export type PayloadReading =
  | { readonly kind: 'object'; readonly payload: Payload }
  | { readonly kind: 'fault'; readonly why: Undecoded['why']; readonly what: string };

/**
 * The JSON object in a hook's stdin bytes. Taken off: one UTF-8 BOM (Cursor on Windows), white space around.
 * hostile: whatever bytes; V8's JSON reader does not recurse, so depth does no harm as long as nobody walks the value.
 */
export function readPayload(raw: Uint8Array): PayloadReading {
  const start = raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf ? 3 : 0;
  const text = fromUtf8(raw.subarray(start));
  const fault = (why: Undecoded['why'], expected: string, found: string): PayloadReading => ({
    ...{ kind: 'fault', why },
    what: `stdin: expected ${expected}, found ${found} in ${raw.length} bytes`,
  });
  if (text === undefined) return fault('not_utf8', 'UTF-8', 'other bytes');
  if (/^[ \t\r\n]*$/.test(text)) return fault('empty', 'one JSON object', 'nothing');
  const value = parseJson(text);
  if (value === undefined) return fault('not_json', 'one JSON object', 'text that is no JSON');
  const payload = asObject(value.json);
  if (payload === undefined) return fault('not_an_object', 'a JSON object', 'another JSON value');
  return { kind: 'object', payload };
}

/** The JSON value of a text, boxed since it may be null; undefined where the text is no JSON. */
export function parseJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): Payload | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Payload)
    : undefined;
}

/** A field's own value: `__proto__` or `constructor` finds only what the text said. */
export function own(object: Payload | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The first of the fields that is a string, an empty one too. */
export function text(object: Payload | undefined, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = own(object, key);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** The first of the fields that is a string of at least one character. */
export function filled(object: Payload | undefined, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = own(object, key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

export function has(object: Payload, key: string): boolean {
  return Object.hasOwn(object, key);
}

/**
 * A value that some harnesses send as a JSON string (Copilot's `toolArgs`, Cursor's `tool_output`): the object or
 * list in it; any other string (a patch) stays as it is.
 */
export function unwrapJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const inner = /^\s*[[{]/.test(value) ? parseJson(value)?.json : undefined;
  return inner !== null && typeof inner === 'object' ? inner : value;
}
