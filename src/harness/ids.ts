import { isSafeId } from '../model/harness.ts';
import { filled, type Payload } from './payload.ts';

/**
 * An id as it may stand in the log in clear. Cursor joins two call ids with a newline (formats: cursor §2), so what
 * is not printable ASCII becomes `%` and its UTF-16 code in hex; equal ids stay equal. Undefined where there is none, or
 * none of 200 characters at most. hostile: whatever string.
 */
export function idOf(payload: Payload | undefined, ...keys: readonly string[]): string | undefined {
  const value = filled(payload, ...keys);
  if (value === undefined || value.length > 200) return undefined;
  const safe: boolean = isSafeId(value);
  if (safe) return value;
  let id = '';
  for (let at = 0; at < value.length; at++) {
    const char = value[at]!;
    id += isSafeId(char) ? char : `%${value.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return isSafeId(id) ? id : undefined;
}
