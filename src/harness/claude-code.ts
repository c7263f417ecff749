import type { Dialect, Fields, Moment } from './dialect.ts';
import { idOf } from './ids.ts';
import { filled, own, text } from './payload.ts';
import { readPrompt } from './prompt.ts';
import { namedTool } from './tool-name.ts';

/** Claude Code's hooks (formats: claude-code 2.1.332; 2.0.76 and 1.0.128 have fewer fields, in the same places). */
export const claudeCode: Dialect = {
  harness: 'claude-code',
  events: {
    PreToolUse: 'pre_tool',
    PostToolUse: 'post_tool',
    PostToolUseFailure: 'post_tool_failure',
    UserPromptSubmit: 'prompt',
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    Stop: 'stop',
    StopFailure: 'stop',
    SubagentStart: 'subagent_start',
    SubagentStop: 'subagent_stop',
    PostToolBatch: 'other',
    PermissionRequest: 'other',
    PermissionDenied: 'other',
    UserPromptExpansion: 'other',
    PreSkillShellCommand: 'other',
    PreCompact: 'other',
    PostCompact: 'other',
    PreModelSwitch: 'other',
    PostModelSwitch: 'other',
    Notification: 'other',
    InstructionsLoaded: 'other',
    MessageDisplay: 'other',
    CwdChanged: 'other',
    FileChanged: 'other',
    DirectoryAdded: 'other',
    ConfigChange: 'other',
    Elicitation: 'other',
    ElicitationResult: 'other',
    Setup: 'other',
    TeammateIdle: 'other',
    TaskCreated: 'other',
    TaskCompleted: 'other',
    WorktreeCreate: 'other',
    WorktreeRemove: 'other',
  },
  read: readClaude,
  row: () => 'claude-code',
};

/**
 * The fields of a payload in Claude Code's shape. A subagent's has the parent's `session_id`, with an `agent_id`: it
 * is the parent's run.
 */
export function readClaude(moment: Moment): Fields {
  const { payload, kind, sender } = moment;
  const agent = idOf(payload, 'agent_id');
  const prompt = kind === 'prompt' ? filled(payload, 'prompt', 'user_prompt') : undefined;
  return {
    session: idOf(payload, 'session_id'),
    agent,
    call: idOf(payload, 'tool_use_id'),
    turn: idOf(payload, 'turn_id', 'prompt_id'),
    tool: namedTool(sender.harness, sender.surface, payload),
    input: own(payload, 'tool_input'),
    ...(prompt !== undefined && readPrompt(prompt, agent !== undefined)),
    result: kind === 'post_tool_failure' ? own(payload, 'error') : own(payload, 'tool_response'),
    failed: kind === 'post_tool_failure' ? true : kind === 'post_tool' ? false : undefined,
    text: kind === 'stop' || kind === 'subagent_stop' ? text(payload, 'last_assistant_message') : undefined,
    transcript: filled(payload, 'transcript_path'),
    stopHookActive: flag(own(payload, 'stop_hook_active')),
  };
}

export function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
