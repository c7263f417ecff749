import type { EventKind } from '../model/hook-event.ts';
import { flag } from './claude-code.ts';
import type { Dialect, Fields, Moment } from './dialect.ts';
import { idOf } from './ids.ts';
import { asObject, filled, has, own, type Payload, text, unwrapJson } from './payload.ts';
import { readPrompt } from './prompt.ts';
import { bareMcpTool, mcpServer, namedTool } from './tool-name.ts';

const EVENTS: Readonly<Record<string, EventKind>> = {
  preToolUse: 'pre_tool',
  postToolUse: 'post_tool',
  postToolUseFailure: 'post_tool_failure',
  userPromptSubmitted: 'prompt',
  sessionStart: 'session_start',
  sessionEnd: 'session_end',
  agentStop: 'stop',
  subagentStart: 'subagent_start',
  subagentStop: 'subagent_stop',
  userPromptTransformed: 'other',
  preMcpToolCall: 'other',
  permissionRequest: 'other',
  errorOccurred: 'other',
  preCompact: 'other',
  notification: 'other',
  // In Claude's spelling, from Claude's settings or our own: the same moments in snake case (formats: copilot §4).
  PreToolUse: 'pre_tool',
  PostToolUse: 'post_tool',
  PostToolUseFailure: 'post_tool_failure',
  UserPromptSubmit: 'prompt',
  SessionStart: 'session_start',
  SessionEnd: 'session_end',
  Stop: 'stop',
  SubagentStart: 'subagent_start',
  SubagentStop: 'subagent_stop',
  PreMcpToolCall: 'other',
  PermissionRequest: 'other',
  ErrorOccurred: 'other',
  PreCompact: 'other',
  Notification: 'other',
};

/** GitHub Copilot CLI's hooks (formats: copilot 1.0.102). No payload of a tool has a call id. */
export const copilot: Dialect = {
  harness: 'copilot',
  events: EVENTS,
  guess: guessEvent,
  read: readCopilot,
  row: ({ surface }) => (surface === 'claude_settings' ? 'copilot_claude_settings' : 'copilot'),
};

/** A camel-case payload does not name its event, and an old install gives no argument. */
function guessEvent(payload: Payload): string | undefined {
  if (has(payload, 'hookName')) return 'permissionRequest';
  if (has(payload, 'serverName')) return 'preMcpToolCall';
  if (has(payload, 'toolName')) {
    if (has(payload, 'toolResult')) return 'postToolUse';
    return has(payload, 'error') ? 'postToolUseFailure' : 'preToolUse';
  }
  if (has(payload, 'prompt'))
    return has(payload, 'transformedPrompt') ? 'userPromptTransformed' : 'userPromptSubmitted';
  if (has(payload, 'stopReason')) return 'agentStop';
  if (has(payload, 'source')) return 'sessionStart';
  return has(payload, 'reason') ? 'sessionEnd' : undefined;
}

/** In a subagent `sessionId` is the agent's own, and `parentAgentId` names the session it belongs to. */
function readCopilot({ payload, kind, sender }: Moment): Fields {
  const agent = idOf(payload, 'agentId', 'agent_id');
  const prompt = kind === 'prompt' ? filled(payload, 'prompt', 'user_prompt') : undefined;
  const result = own(payload, 'toolResult') ?? own(payload, 'tool_result');
  const server = has(payload, 'serverName') ? mcpServer(payload) : undefined;
  const name = filled(payload, 'toolName');
  return {
    session: idOf(payload, 'sessionId', 'session_id'),
    parent: idOf(payload, 'parentAgentId', 'parent_agent_id'),
    agent,
    call: idOf(payload, 'toolCallId', 'tool_call_id', 'tool_use_id'),
    tool:
      server !== undefined && name !== undefined
        ? bareMcpTool(name, server)
        : namedTool('copilot', sender.surface, payload),
    input: inputOf(payload),
    ...(prompt !== undefined && readPrompt(prompt, agent !== undefined)),
    result: kind === 'post_tool_failure' ? own(payload, 'error') : result,
    failed: kind === 'post_tool_failure' ? true : kind === 'post_tool' ? failedResult(result) : undefined,
    text: kind === 'subagent_stop' ? text(payload, 'response') : undefined,
    transcript: filled(payload, 'transcriptPath', 'transcript_path'),
    stopHookActive: flag(own(payload, 'stop_hook_active')),
  };
}

/** `toolArgs` is an object, or a string: JSON of one, or a patch's plain text. */
function inputOf(payload: Payload): unknown {
  for (const key of ['toolArgs', 'tool_input', 'toolInput', 'arguments']) {
    if (has(payload, key)) return unwrapJson(own(payload, key));
  }
  return undefined;
}

function failedResult(result: unknown): boolean | undefined {
  const type = text(asObject(result), 'resultType', 'result_type');
  return type === undefined ? undefined : type !== 'success';
}
