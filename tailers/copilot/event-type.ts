import { stringField } from '../fields.ts';
import type { ForeignObject } from '../line.ts';

/**
 * The types of Copilot's events that may stand in the log (formats: copilot 1.0.102, its schema), ephemeral ones as
 * well; and the `model.*` trace of a compaction, which no schema has. A word not here comes from a version that nobody
 * here has seen, or from a forger: it is read as `other`.
 */
const TYPES = types({
  session: `start resume shutdown error warning info idle handoff truncation model_change model_deselected
    mode_changed mode_notice_delivered permissions_changed permission_recovery plan_changed context_changed
    context_cleared compaction_start compaction_complete completion_receipt task_complete usage_record usage_info
    usage_checkpoint quota_observation session_limits_changed snapshot_rewind workspace_file_changed title_changed
    todos_changed tools_updated skills_loaded extensions_loaded custom_agents_updated custom_notification
    background_tasks_changed binary_asset memory_changed indexed_search remote_steerable_changed
    request_body_compression_disabled auto_mode_resolved auto_tier_recommendation auto_tier_switch_failed
    autopilot_objective_changed autopilot_stopped schedule_created schedule_cancelled schedule_rearmed
    fusion_change_checkpoint fusion_commit_started fusion_completed fusion_handoff fusion_resolved
    fusion_route_failed fusion_route_started managed_plugin_progress managed_settings_enforced
    managed_settings_resolved mcp_server_needs_reconnect mcp_server_removed mcp_servers_loaded
    mcp_server_status_changed mcp_server_tools_loaded canvas.closed canvas.opened canvas.recorded
    canvas.registry_changed canvas.removed canvas.unavailable extensions.attachments_pushed`,
  user: 'message',
  system: 'message notification',
  assistant: `message message_start message_delta reasoning reasoning_delta intent idle turn_start turn_end turn_retry
    usage streaming_delta tool_call_delta server_tool_progress fusion_phase_activity fusion_phase_completed
    fusion_phase_failed fusion_phase_started`,
  model: `call_start call_finished call_failure call_final_result turn_started model_call_started model_call_success
    message`,
  tool: `execution_start execution_complete execution_partial_result execution_progress shell_output user_requested`,
  external_tool: 'requested completed',
  tool_search: 'activated',
  hook: 'start end progress',
  permission: `requested completed assentDetected carriedForward contextualAuthorization messageAuthorization
    messageAuthorizationDegraded messageAuthorizationRead`,
  subagent: 'started configured completed failed selected deselected',
  agent: 'interrupted',
  skill: 'invoked invoked_ref context_delivered context_delivered_ref',
  human_response: 'recorded',
  user_input: 'requested completed',
  elicitation: 'requested completed',
  exit_plan_mode: 'requested completed',
  auto_mode_switch: 'requested completed',
  session_limits_exhausted: 'requested completed',
  sampling: 'requested completed',
  sandbox: 'decision',
  capabilities: 'changed',
  command: 'queued execute completed',
  commands: 'changed',
  pending_messages: 'modified',
  workflow: 'run_started run_updated run_settled',
  ui: 'ephemeral_query',
  mcp: `oauth_required oauth_completed oauth_recovery_completed headers_refresh_required headers_refresh_completed
    prompts.list_changed resources.list_changed tools.list_changed`,
  mcp_app: 'tool_call_complete',
  '': 'abort prompt_cache_break',
});

function types(families: Readonly<Record<string, string>>): ReadonlySet<string> {
  const all = Object.entries(families).flatMap(([family, words]) =>
    words.split(/\s+/).map((word) => (family === '' ? word : `${family}.${word}`)),
  );
  return new Set(all);
}

/** The event's type in the log's words, or undefined where the table does not have it. */
export function eventType(event: ForeignObject): string | undefined {
  const type = stringField(event, 'type');
  return type !== undefined && TYPES.has(type) ? type : undefined;
}
