import { membersAt, type Range } from '../bytes/json-index.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import { parseJson } from '../harness/payload.ts';
import type { HookEvent } from '../model/hook-event.ts';
import { rawInput } from './raw-input.ts';

/**
 * Why a payload can be read in more than one way; undefined for one that can't. hostile: a model writes a tool's
 * arguments, and of a key given twice one reader takes the first value and another the last, so that what is judged need
 * not be what runs. No harness's own writer makes such JSON, nor any that nests beyond 1,000 levels.
 */
export function ambiguity(event: Pick<HookEvent, 'raw'>): string | undefined {
  const { raw } = event;
  const start = raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf ? 3 : 0;
  return faultOf(raw, { start, end: raw.length }) ?? inputFault(rawInput(event));
}

function inputFault(input: Uint8Array): string | undefined {
  let at = 0;
  while (at < input.length && input[at]! <= 0x20) at++;
  if (input[at] === 0x7b) return faultOf(input, { start: at, end: input.length });
  // Copilot's arguments are JSON in a string.
  const text =
    input[at] === 0x22 ? parseJson(Buffer.from(input.subarray(at)).toString('utf8'))?.json : undefined;
  if (typeof text !== 'string' || !/^\s{0,100}\{/.test(text) || parseJson(text) === undefined)
    return undefined;
  const inner = toUtf8(text);
  return faultOf(inner, { start: 0, end: inner.length });
}

function faultOf(bytes: Uint8Array, range: Range): string | undefined {
  const members = membersAt(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), range);
  if (members === undefined) return 'it nests beyond 1,000 levels';
  return members.duplicate ? 'it has a key twice' : undefined;
}
