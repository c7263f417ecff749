import type { Harness } from '../../../src/model/harness.ts';
import type { CapturedHook } from '../session.ts';
import { at, type Foreign } from './forge.ts';

/** Something that an agent does, in no harness's words. Paths are relative to the session's folder. */
export type Deed =
  | { readonly kind: 'bash'; readonly command: string }
  | { readonly kind: 'edit' | 'write' | 'patch' | 'mcp'; readonly path: string };

type Spelled = { readonly name: string; readonly input: unknown };

const patch = (path: string): string =>
  `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch`;

/** The tool and its arguments as a harness's hooks spell them. */
function spelled(harness: Harness, deed: Deed): Spelled {
  const bash = {
    'claude-code': 'Bash',
    codex: 'Bash',
    gemini: 'run_shell_command',
    copilot: 'bash',
    cursor: 'Shell',
  };
  if (deed.kind === 'bash') return { name: bash[harness], input: { command: deed.command } };
  const { path, kind } = deed;
  if (kind === 'mcp') {
    const names = {
      ...{ 'claude-code': 'mcp__fs__write_file', codex: 'mcp__fs__write_file', gemini: 'mcp_fs_write_file' },
      ...{ copilot: 'fs-write_file', cursor: 'MCP:write_file' },
    };
    return { name: names[harness], input: { path, content: 'x' } };
  }
  switch (harness) {
    case 'claude-code':
      return kind === 'write'
        ? { name: 'Write', input: { file_path: path, content: 'x' } }
        : { name: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b', replace_all: false } };
    case 'codex':
      return { name: 'apply_patch', input: { command: patch(path) } };
    case 'gemini':
      return kind === 'write'
        ? { name: 'write_file', input: { file_path: path, content: 'x' } }
        : { name: 'replace', input: { file_path: path, old_string: 'a', new_string: 'b' } };
    case 'copilot':
      if (kind === 'patch') return { name: 'apply_patch', input: patch(path) };
      return kind === 'write'
        ? { name: 'create', input: { path, file_text: 'x' } }
        : { name: 'edit', input: { path, old_str: 'a', new_str: 'b' } };
    case 'cursor':
      return { name: 'Write', input: { file_path: path, content: 'x' } };
  }
}

export type Done = { readonly id: string; readonly output: string; readonly ok: boolean };

/** The hooks of a call, before and after it; `prompt` is the session's prompt hook, from which the rest is taken. */
export function deedHooks(
  harness: Harness,
  deed: Deed,
  prompt: CapturedHook,
  done: Done,
): readonly CapturedHook[] {
  const { name, input } = spelled(harness, deed);
  const { prompt: _, ...common } = JSON.parse(prompt.raw.toString().replace(/^\uFEFF/, '')) as Foreign;
  const [before, after] = EVENTS[harness];
  const hook = (event: string, fields: Foreign): CapturedHook => ({
    event,
    install: prompt.install,
    raw: Buffer.from(
      JSON.stringify({
        ...common,
        ...(common.hook_event_name === undefined ? {} : { hook_event_name: event }),
        ...fields,
      }),
    ),
  });
  if (harness === 'copilot') {
    const result = { resultType: 'success', textResultForLlm: done.output };
    return [
      hook(before, { toolName: name, toolArgs: input }),
      hook(after, { toolName: name, toolArgs: input, toolResult: result }),
    ];
  }
  const call = {
    tool_name: name,
    tool_input: input,
    ...(harness === 'gemini' ? {} : { tool_use_id: done.id }),
  };
  const response =
    harness === 'gemini'
      ? { tool_response: { llmContent: done.output, returnDisplay: done.output } }
      : harness === 'cursor'
        ? { tool_output: JSON.stringify({ output: done.output }), duration: 1 }
        : { tool_response: harness === 'codex' ? done.output : { stdout: done.output, stderr: '' } };
  return [hook(before, call), hook(after, { ...call, ...response })];
}

const EVENTS: Readonly<Record<Harness, readonly [string, string]>> = {
  'claude-code': ['PreToolUse', 'PostToolUse'],
  codex: ['PreToolUse', 'PostToolUse'],
  gemini: ['BeforeTool', 'AfterTool'],
  copilot: ['preToolUse', 'postToolUse'],
  cursor: ['preToolUse', 'postToolUse'],
};

/** The lines that a transcript has of a call. */
export function deedLines(harness: Harness, deed: Deed, { id, output, ok }: Done): readonly Foreign[] {
  const { name, input } = spelled(harness, deed);
  const time = '2026-11-30T16:50:00.000Z';
  switch (harness) {
    case 'claude-code': {
      const common = { isSidechain: false, timestamp: time, cwd: '/home/dev/project', version: '2.1.332' };
      const content = [{ type: 'tool_use', id, name, input }];
      const result = {
        type: 'tool_result',
        tool_use_id: id,
        content: output,
        ...(ok ? {} : { is_error: true }),
      };
      return [
        {
          ...common,
          type: 'assistant',
          uuid: `${id}-a`,
          message: { id: `msg_${id}`, role: 'assistant', content },
        },
        { ...common, type: 'user', uuid: `${id}-r`, message: { role: 'user', content: [result] } },
      ];
    }
    case 'codex': {
      const call =
        deed.kind === 'bash'
          ? { type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd: deed.command }) }
          : deed.kind === 'mcp'
            ? { type: 'function_call', name, arguments: JSON.stringify(input) }
            : { type: 'custom_tool_call', name, input: at(input as Foreign).command };
      const kind = call.type === 'custom_tool_call' ? 'custom_tool_call_output' : 'function_call_output';
      const text =
        deed.kind === 'bash' ? `Process exited with code ${ok ? 0 : 1}\nOutput:\n${output}` : output;
      return [
        { timestamp: time, type: 'response_item', payload: { ...call, call_id: id } },
        { timestamp: time, type: 'response_item', payload: { type: kind, call_id: id, output: text } },
      ];
    }
    case 'gemini': {
      const response = { functionResponse: { id, name, response: { output } } };
      const call = {
        id,
        name,
        args: input,
        result: [response],
        status: ok ? 'success' : 'error',
        timestamp: time,
      };
      return [
        { id: `${id}-m`, timestamp: time, type: 'gemini', content: '', thoughts: [], toolCalls: [call] },
        { id: `${id}-u`, timestamp: time, type: 'user', content: [response] },
      ];
    }
    case 'copilot': {
      const requests = [{ toolCallId: id, name, arguments: input, type: 'function' }];
      const end = {
        toolCallId: id,
        success: ok,
        result: { content: output },
        shellExecution: { exitCode: ok ? 0 : 1 },
      };
      return [
        {
          type: 'assistant.message',
          id: `${id}-a`,
          timestamp: time,
          data: { messageId: `${id}-m`, content: '', toolRequests: requests },
        },
        {
          type: 'tool.execution_start',
          id: `${id}-s`,
          timestamp: time,
          data: { toolCallId: id, toolName: name, arguments: input },
        },
        { type: 'tool.execution_complete', id: `${id}-e`, timestamp: time, data: end },
      ];
    }
    case 'cursor':
      return [{ role: 'assistant', message: { content: [{ type: 'tool_use', name, input }] } }];
  }
}

/** The line of a transcript in which the agent says something. */
export function saidLine(harness: Harness, text: string, id: string): Foreign {
  const time = '2026-11-30T16:51:00.000Z';
  const content = [{ type: 'text', text }];
  switch (harness) {
    case 'claude-code':
      return {
        ...{
          type: 'assistant',
          uuid: id,
          isSidechain: false,
          timestamp: time,
          cwd: '/home/dev/project',
          version: '2.1.332',
        },
        message: { id: `msg_${id}`, role: 'assistant', content },
      };
    case 'codex':
      return {
        ...{ timestamp: time, type: 'response_item' },
        payload: {
          type: 'message',
          id: `msg_${id}`,
          role: 'assistant',
          content: [{ type: 'output_text', text }],
        },
      };
    case 'gemini':
      return { id, timestamp: time, type: 'gemini', content: text, thoughts: [] };
    case 'copilot':
      return {
        type: 'assistant.message',
        id,
        timestamp: time,
        data: { messageId: id, content: text, toolRequests: [] },
      };
    case 'cursor':
      return { role: 'assistant', message: { content } };
  }
}
