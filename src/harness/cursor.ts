import type { EventKind } from '../model/hook-event.ts';
import { flag } from './claude-code.ts';
import type { Dialect, Fields, Moment } from './dialect.ts';
import { idOf } from './ids.ts';
import { filled, own, type Payload, text, unwrapJson } from './payload.ts';
import { readPrompt, unframed } from './prompt.ts';
import { bareMcpTool, mcpServer, type NamedTool, namedTool } from './tool-name.ts';

/** Cursor's hooks (formats: cursor, from public evidence). `beforeReadFile` gates reads, as `preToolUse` does. */
export const cursor: Dialect = {
  harness: 'cursor',
  events: {
    preToolUse: 'pre_tool',
    beforeShellExecution: 'pre_tool',
    beforeMCPExecution: 'pre_tool',
    beforeReadFile: 'pre_tool',
    postToolUse: 'post_tool',
    afterShellExecution: 'post_tool',
    afterMCPExecution: 'post_tool',
    postToolUseFailure: 'post_tool_failure',
    beforeSubmitPrompt: 'prompt',
    sessionStart: 'session_start',
    sessionEnd: 'session_end',
    stop: 'stop',
    subagentStart: 'subagent_start',
    subagentStop: 'subagent_stop',
    afterAgentThought: 'thought',
    afterAgentResponse: 'response',
    afterFileEdit: 'other',
    preCompact: 'other',
    beforeTabFileRead: 'other',
    afterTabFileEdit: 'other',
    workspaceOpen: 'other',
  },
  read: readCursor,
  row: ({ event, surface, tool }, { granular = ['beforeShellExecution'] }) => {
    if (event === 'beforeShellExecution' || event === 'beforeMCPExecution') return 'cursor_granular';
    // Claude's settings have no granular event, so nothing else would ask.
    if (surface === 'claude_settings') return 'cursor_tool';
    const asks = tool === undefined ? undefined : granularOf(tool.canonical);
    return asks !== undefined && granular.includes(asks) ? 'cursor_deferred' : 'cursor_tool';
  },
};

/** The granular event that fires for the same call after `preToolUse`. */
function granularOf(tool: string): string | undefined {
  if (tool === 'Bash') return 'beforeShellExecution';
  return tool.startsWith('mcp__') ? 'beforeMCPExecution' : undefined;
}

/** A subagent's payload names its parent beside itself (subagentStart, subagentStop). */
function readCursor({ payload, kind, event }: Moment): Fields {
  const agent = idOf(payload, 'subagent_id');
  const prompt = kind === 'prompt' ? filled(payload, 'prompt') : undefined;
  return {
    session: idOf(payload, 'conversation_id', 'session_id'),
    parent: idOf(payload, 'parent_conversation_id'),
    agent,
    call: idOf(payload, 'tool_use_id', 'tool_call_id'),
    turn: idOf(payload, 'generation_id'),
    tool: toolOf(payload, event),
    input: inputOf(payload, event),
    command: event.endsWith('ShellExecution') ? filled(payload, 'command') : undefined,
    ...(prompt !== undefined && readPrompt(unframed(prompt, 'user_query'), agent !== undefined)),
    result: resultOf(payload, kind, event),
    failed: kind === 'post_tool_failure' ? true : event === 'postToolUse' ? false : undefined,
    text: kind === 'thought' || kind === 'response' ? text(payload, 'text') : undefined,
    transcript: filled(payload, 'transcript_path'),
    version: idOf(payload, 'cursor_version'),
    stopHookActive: flag(own(payload, 'stop_hook_active')),
  };
}

/** The granular events carry no tool's name but the MCP tool's bare one. */
function toolOf(payload: Payload, event: string): NamedTool | undefined {
  if (event.endsWith('ShellExecution')) return { kind: 'Bash', name: { canonical: 'Bash', own: 'Shell' } };
  if (event === 'beforeReadFile') return { kind: 'Read', name: { canonical: 'Read', own: 'Read' } };
  const name = filled(payload, 'tool_name');
  if (event.endsWith('MCPExecution') && name !== undefined)
    return bareMcpTool(name, mcpServer(payload) ?? 'cursor');
  return namedTool('cursor', 'claude_settings', payload);
}

function inputOf(payload: Payload, event: string): unknown {
  if (event.endsWith('ShellExecution')) return { command: own(payload, 'command') };
  if (event === 'beforeReadFile') return { file_path: own(payload, 'file_path') };
  return unwrapJson(own(payload, 'tool_input'));
}

function resultOf(payload: Payload, kind: EventKind, event: string): unknown {
  if (kind === 'post_tool_failure') return own(payload, 'error_message');
  if (event === 'afterShellExecution') return own(payload, 'output');
  if (event === 'afterMCPExecution') return unwrapJson(own(payload, 'result_json'));
  return unwrapJson(own(payload, 'tool_output'));
}
