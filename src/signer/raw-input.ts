import { membersAt } from '../bytes/json-index.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import type { HookEvent } from '../model/hook-event.ts';

/** Where harnesses put a tool's arguments and its result (formats of all five). */
const INPUT_KEYS = ['tool_input', 'toolArgs', 'toolInput'] as const;
const RESULT_KEYS = ['tool_response', 'tool_output', 'toolResult', 'result_json', 'output', 'error'] as const;
/** Cursor's granular events have the arguments side by side. */
const GRANULAR_KEYS = ['command', 'cwd', 'url', 'tool_name'] as const;

/** The raw bytes of a call's arguments as the payload has them: what is committed to, and what an approval is bound to. */
export function rawInput(event: HookEvent): Uint8Array {
  return rawMember(event.raw, INPUT_KEYS) ?? joined(event.raw) ?? new Uint8Array(0);
}

/** The raw bytes of a call's result; undefined where the payload has none. */
export function rawResult(event: HookEvent): Uint8Array | undefined {
  return rawMember(event.raw, RESULT_KEYS);
}

function rawMember(raw: Uint8Array, keys: readonly string[]): Uint8Array | undefined {
  const members = membersOf(raw);
  for (const key of keys) {
    const range = members?.get(key);
    if (range !== undefined) return raw.subarray(range.start, range.end);
  }
  return undefined;
}

function joined(raw: Uint8Array): Uint8Array | undefined {
  const members = membersOf(raw);
  const parts = GRANULAR_KEYS.flatMap((key) => {
    const range = members?.get(key);
    return range === undefined
      ? []
      : [Buffer.concat([toUtf8(`"${key}":`), raw.subarray(range.start, range.end)])];
  });
  return parts.length === 0
    ? undefined
    : Buffer.from(`{${parts.map((part) => part.toString('latin1')).join(',')}}`, 'latin1');
}

function membersOf(raw: Uint8Array) {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return membersAt(bytes, { start, end: bytes.length })?.ranges;
}
