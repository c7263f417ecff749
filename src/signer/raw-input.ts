import { membersAt, type Range } from '../bytes/json-index.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import type { HookEvent } from '../model/hook-event.ts';

/** Where harnesses put a tool's arguments and its result (formats of all five). */
const INPUT_KEYS = ['tool_input', 'toolArgs', 'toolInput', 'arguments'] as const;
const RESULT_KEYS = [
  'tool_response',
  'tool_output',
  'tool_result',
  'toolResult',
  'result_json',
  'output',
  'error',
  'error_message',
] as const;
/** Cursor's granular events have the arguments side by side. */
const GRANULAR_KEYS = ['command', 'cwd', 'url', 'tool_name', 'file_path'] as const;

type Ranges = ReadonlyMap<string, Range>;

/**
 * The raw bytes of a call's arguments as the payload has them: what is committed to, and what an approval is bound to.
 * hostile: where they can't be told apart (nested beyond the reader's depth) it is the whole payload, so that no two
 * such calls are taken for one.
 */
export function rawInput({ raw }: Pick<HookEvent, 'raw'>): Uint8Array {
  const ranges = membersOf(raw);
  if (ranges === undefined) return raw;
  return first(raw, ranges, INPUT_KEYS) ?? joined(raw, ranges) ?? new Uint8Array(0);
}

/** The raw bytes of a call's result; undefined where the payload has none. */
export function rawResult({ raw }: Pick<HookEvent, 'raw'>): Uint8Array | undefined {
  const ranges = membersOf(raw);
  return ranges === undefined ? raw : first(raw, ranges, RESULT_KEYS);
}

function first(raw: Uint8Array, ranges: Ranges, keys: readonly string[]): Uint8Array | undefined {
  for (const key of keys) {
    const range = ranges.get(key);
    if (range !== undefined) return raw.subarray(range.start, range.end);
  }
  return undefined;
}

function joined(raw: Uint8Array, ranges: Ranges): Uint8Array | undefined {
  const parts = GRANULAR_KEYS.flatMap((key) => {
    const range = ranges.get(key);
    return range === undefined ? [] : [toUtf8(`,"${key}":`), raw.subarray(range.start, range.end)];
  });
  if (parts.length === 0) return undefined;
  const bytes = Buffer.concat([...parts, toUtf8('}')]);
  bytes[0] = 0x7b;
  return bytes;
}

function membersOf(raw: Uint8Array): Ranges | undefined {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return membersAt(bytes, { start, end: bytes.length })?.ranges;
}
