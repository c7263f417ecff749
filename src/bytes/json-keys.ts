/**
 * Keys that harnesses write on every line, so that reading one makes no string: a table that is looked into by length
 * and two bytes, and compared byte by byte. Any other key is simply not in it.
 */
const KNOWN = (
  'type uuid parentUuid logicalParentUuid sessionId timestamp message isSidechain userType entrypoint cwd version ' +
  'gitBranch requestId promptId requestSessionId toolUseResult sourceToolAssistantUUID agentId isMeta origin slug ' +
  'permissionMode promptSource attachment content subtype level leafUuid summary model id role stop_reason ' +
  'stop_sequence usage diagnostics container context_management name input caller thinking signature tool_use_id ' +
  'is_error text payload ordinal item item_id thread_id turn_id call_id status output arguments namespace metadata ' +
  'internal_chat_message_metadata_passthrough started_at_ms completed_at_ms command cwd source parsed_cmd ' +
  'aggregated_output exit_code duration process_id stdout stderr encrypted_content summary_text raw_content phase ' +
  'images local_images text_elements info rate_limits'
).split(' ');

const SIZE = 1024;
const TABLE: readonly (string | undefined)[] = tableOf(KNOWN);

function tableOf(keys: readonly string[]): readonly (string | undefined)[] {
  const table = new Array<string | undefined>(SIZE).fill(undefined);
  for (const key of keys) {
    const last = key.length - 1;
    table[slotOf(key.length, key.charCodeAt(0), key.charCodeAt(last))] ??= key;
  }
  return table;
}

function slotOf(length: number, first: number, last: number): number {
  return (length * 53 + first * 7 + last) & (SIZE - 1);
}

/** The key whose characters lie from `start` to `end`, if it is one of the known ones. */
export function knownKey(bytes: Uint8Array, start: number, end: number): string | undefined {
  const length = end - start;
  if (length === 0) return undefined;
  const key = TABLE[slotOf(length, bytes[start]!, bytes[end - 1]!)];
  if (key === undefined || key.length !== length) return undefined;
  for (let i = 0; i < length; i++) if (bytes[start + i] !== key.charCodeAt(i)) return undefined;
  return key;
}
