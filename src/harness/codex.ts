import { readClaude } from './claude-code.ts';
import type { Dialect, Fields, Moment } from './dialect.ts';

/**
 * Codex CLI's hooks (formats: codex 0.171.0), in Claude Code's shape with a `turn_id` and no final newline. A child
 * thread's payload has the root's `session_id`, with an `agent_id`.
 */
export const codex: Dialect = {
  harness: 'codex',
  events: {
    PreToolUse: 'pre_tool',
    PostToolUse: 'post_tool',
    UserPromptSubmit: 'prompt',
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    Stop: 'stop',
    // An interrupted turn has no Stop.
    Interrupt: 'stop',
    SubagentStart: 'subagent_start',
    SubagentStop: 'subagent_stop',
    PermissionRequest: 'other',
    PreModelRequest: 'other',
    PostModelRequest: 'other',
    PreCompact: 'other',
    PostCompact: 'other',
  },
  read: readCodex,
  // On Windows exit codes are flattened: the JSON alone denies there.
  row: (_event, { platform }) => (platform === 'win32' ? 'codex_windows' : 'codex'),
};

/** PostToolUse comes for a failed command too, without its exit code: Codex never says that a call failed. */
function readCodex(moment: Moment): Fields {
  return { ...readClaude(moment), failed: undefined };
}
