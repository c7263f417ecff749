import { objectField, stringField } from '../fields.ts';
import type { ForeignObject } from '../line.ts';

/** Line types without parts (formats: claude-code-fields, 1.0.128 to 2.1.332). */
const PLAIN: ReadonlySet<string> = new Set([
  'agent-name',
  'ai-title',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'assistant',
  'atis-latch',
  'cost-state',
  'custom-title',
  'file-history-delta',
  'file-history-snapshot',
  'last-prompt',
  'mode',
  'permission-mode',
  'queue-operation',
  'summary',
  'tools-used',
  'user',
]);

const SYSTEM: ReadonlySet<string> = new Set([
  'api_error',
  'compact_boundary',
  'informational',
  'local_command',
  'stop_hook_summary',
  'turn_duration',
]);

const ATTACHMENT: ReadonlySet<string> = new Set([
  'agent_listing_delta',
  'auto_mode',
  'command_permissions',
  'date',
  'deferred_tools_delta',
  'deferred_tools_record',
  'environment',
  'file',
  'hook_additional_context',
  'hook_blocking_error',
  'hook_non_blocking_error',
  'hook_permission_decision',
  'hook_stopped_continuation',
  'hook_success',
  'hook_system_message',
  'instructions',
  'invoked_skills',
  'model',
  'prompt_snapshot',
  'queued_command',
  'remote_session_change',
  'session_context',
  'silent_turn_reminder',
  'skill_listing',
  'task_reminder',
]);

/**
 * The line's type in one word: `user`, `system/compact_boundary`, `attachment/queued_command`; `other` for one in no
 * table. hostile: the word comes from the tables, never from the line, since it stands in the log in clear.
 */
export function lineType(line: ForeignObject): string {
  const type = stringField(line, 'type');
  if (type === undefined) return 'other';
  if (PLAIN.has(type)) return type;
  if (type === 'system') return known(SYSTEM, type, stringField(line, 'subtype'));
  if (type !== 'attachment') return 'other';
  return known(ATTACHMENT, type, stringField(objectField(line, 'attachment'), 'type'));
}

function known(words: ReadonlySet<string>, type: string, word: string | undefined): string {
  return word !== undefined && words.has(word) ? `${type}/${word}` : 'other';
}
