/**
 * The words of Codex's line types that may stand in the log (formats: codex 0.20.0 to 0.171.0). A word in no table
 * comes from a version that nobody here has seen, or from a forger: it is read as `other`.
 */

const ENVELOPES = words(
  'session_meta turn_context world_state compacted token_usage_record inter_agent_communication_metadata',
);

/** `payload.type` of a `response_item`; the same words stand bare, without an envelope, in 0.20.0. */
const RESPONSE_ITEMS = words(
  `message reasoning function_call function_call_output custom_tool_call custom_tool_call_output
  local_shell_call local_shell_call_output mcp_tool_call_output tool_search_call tool_search_output
  web_search_call image_generation_call additional_tools agent_message compaction compaction_summary
  ghost_snapshot`,
);

/** `payload.type` of an `event_msg`. Most are of the legacy policies; paginated threads keep few of them. */
const EVENTS = words(
  `user_message agent_message agent_reasoning agent_reasoning_raw_content agent_reasoning_section_break
  token_count task_started task_complete turn_started turn_complete turn_aborted thread_settings_applied
  patch_apply_begin patch_apply_end exec_command_begin exec_command_end mcp_tool_call_begin mcp_tool_call_end
  web_search_begin web_search_end view_image_tool_call image_generation_end entered_review_mode
  exited_review_mode context_compacted thread_rolled_back thread_name_updated thread_goal_updated
  undo_started undo_completed error warning stream_error item_started plan_update turn_diff background_event
  collab_agent_spawn_end collab_agent_interaction_end collab_waiting_end collab_close_end collab_resume_end
  sub_agent_activity dynamic_tool_call_request dynamic_tool_call_response guardian_assessment`,
);

/** `payload.item.type` of an `item_completed`. */
const COMPLETED_ITEMS = words(
  `UserMessage AgentMessage Reasoning CommandExecution FileChange McpToolCall WebSearch ImageView HookPrompt
  ContextCompaction SubAgentActivity CollabAgentToolCall EnteredReviewMode ExitedReviewMode Plan Sleep
  DynamicToolCall ImageGeneration`,
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

const RESPONSE_TYPES = typesOf('response_item/', RESPONSE_ITEMS);
const EVENT_TYPES = typesOf('event_msg/', EVENTS);
const COMPLETED_TYPES = typesOf('event_msg/item_completed/', COMPLETED_ITEMS);

/** The log's words by the harness's. */
function typesOf(prefix: string, known: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map([...known].map((word) => [word, prefix + word]));
}

/** Whether a bare object's `type` makes it a response item of the format without an envelope. */
export function isBareItem(type: string): boolean {
  return RESPONSE_ITEMS.has(type);
}

/** An envelope's type in the log's words, or undefined where no table knows it. `inner` is `payload.type`. */
export function envelopeType(type: string, inner: string | undefined): string | undefined {
  if (type === 'response_item') return inner === undefined ? undefined : RESPONSE_TYPES.get(inner);
  if (type === 'event_msg') return inner === undefined ? undefined : EVENT_TYPES.get(inner);
  return ENVELOPES.has(type) ? type : undefined;
}

/** The same for `item_completed`. `item` is `payload.item.type`. */
export function completedType(item: string | undefined): string | undefined {
  return item === undefined ? undefined : COMPLETED_TYPES.get(item);
}
