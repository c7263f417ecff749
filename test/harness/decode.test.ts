import { describe, expect, it } from 'vitest';
import { decode, isDecoded, kindOf } from '../../src/harness/decode.ts';
import { HARNESSES } from '../../src/model/harness.ts';
import { ELSEWHERE, event } from './hook-fixtures.ts';

const CODEX = {
  session_id: 's',
  turn_id: 't',
  model: 'm',
  transcript_path: null,
  cwd: '/p',
  hook_event_name: 'PreToolUse',
};
const COPILOT = { sessionId: 's', timestamp: 1, cwd: '/p' };
const CURSOR = {
  conversation_id: 'c',
  generation_id: 'g',
  cursor_version: '3.11.25',
  workspace_roots: ['/w'],
};

describe('decoding', () => {
  it('takes off one byte order mark in every dialect', () => {
    for (const harness of HARNESSES) {
      const raw = Buffer.from('\ufeff{"session_id":"s","prompt_id":"p"}');
      expect(isDecoded(decode(raw, { harness }, ELSEWHERE)), harness).toBe(true);
    }
  });

  it('knows the event of a payload that cannot be read by the argument', () => {
    const found = decode(Buffer.from('{"session'), { harness: 'gemini', event: 'BeforeTool' }, ELSEWHERE);
    expect(found).toMatchObject({ why: 'not_json', kind: 'pre_tool', event: 'BeforeTool' });
  });

  it('knows the kind of another harness’s event, and none of an object’s own names', () => {
    expect(kindOf('cursor', 'PreToolUse')).toBe('pre_tool');
    for (const name of ['constructor', '__proto__', 'toString', '', 'PreToolUseful'])
      expect(kindOf('claude-code', name)).toBe('other');
  });

  it('believes the event that the payload names before the argument', () => {
    expect(event('codex', CODEX, 'PostToolUse').kind).toBe('pre_tool');
    expect(event('codex', { ...CODEX, hook_event_name: 'Unheard' }, 'PreToolUse').kind).toBe('pre_tool');
  });

  it('guesses Copilot’s event by the shape where nothing names it', () => {
    const shapes = [
      [{ ...COPILOT, toolName: 'bash', toolArgs: {} }, 'preToolUse'],
      [{ ...COPILOT, toolName: 'bash', toolArgs: {}, toolResult: {} }, 'postToolUse'],
      [{ ...COPILOT, toolName: 'bash', toolArgs: {}, error: 'no' }, 'postToolUseFailure'],
      [{ ...COPILOT, prompt: 'hi' }, 'userPromptSubmitted'],
      [{ ...COPILOT, prompt: 'hi', transformedPrompt: 'hi' }, 'userPromptTransformed'],
      [{ ...COPILOT, stopReason: 'end_turn' }, 'agentStop'],
      [{ ...COPILOT, source: 'new' }, 'sessionStart'],
      [{ ...COPILOT, reason: 'complete' }, 'sessionEnd'],
      [{ ...COPILOT, hookName: 'permissionRequest', toolName: 'bash' }, 'permissionRequest'],
    ] as const;
    for (const [payload, name] of shapes) expect(event('copilot', payload).event).toBe(name);
  });

  it('reads toolArgs as an object, as JSON text, and leaves a patch as text', () => {
    const args = (toolArgs: unknown) =>
      event('copilot', { ...COPILOT, toolName: 'bash', toolArgs }, 'preToolUse');
    expect(args({ command: 'ls' }).command).toBe('ls');
    expect(args('{"command":"ls"}').command).toBe('ls');
    expect(args('{"command":"ls"').command).toBe('{"command":"ls"');
    const patch = '*** Begin Patch\n*** Delete File: b.txt\n*** End Patch\n';
    const edit = event('copilot', { ...COPILOT, toolName: 'apply_patch', toolArgs: patch }, 'preToolUse');
    expect([edit.tool?.canonical, edit.input]).toEqual(['Edit', patch]);
  });

  it('reads the exit code out of Cursor’s tool_output text', () => {
    const found = event(
      'cursor',
      { ...CURSOR, tool_name: 'Shell', tool_output: '{"output":"x","exitCode":3}' },
      'postToolUse',
    );
    expect(found.result).toEqual({ output: 'x', exitCode: 3 });
  });

  it('names a Copilot subagent’s own session and its parent', () => {
    const payload = { ...COPILOT, agentId: 's', parentAgentId: 'root', toolName: 'bash', toolArgs: {} };
    expect(event('copilot', payload, 'preToolUse')).toMatchObject({
      session: 's',
      agent: 's',
      parent: 'root',
    });
  });

  it('keeps a subagent of Codex in its root’s session', () => {
    expect(event('codex', { ...CODEX, agent_id: 'a' })).toMatchObject({
      session: 's',
      agent: 'a',
      turn: 't',
    });
  });

  it('unwraps the shell of an older Codex, and types what goes into a running one', () => {
    const command = (tool_name: string, tool_input: object) =>
      event('codex', { ...CODEX, tool_name, tool_input }).command;
    expect(command('shell', { command: ['bash', '-lc', 'ls | wc'] })).toBe('ls | wc');
    expect(command('shell', { command: ['git', 'commit', '-m', "it's"] })).toBe("git commit -m 'it'\\''s'");
    expect(command('write_stdin', { session_id: 1, chars: 'rm x\n' })).toBe('rm x\n');
    expect(command('apply_patch', { command: '*** Begin Patch' })).toBeUndefined();
  });

  it('does not take an editor’s or a reader’s `command` for a shell’s', () => {
    const tool = (toolName: string) =>
      event('copilot', { ...COPILOT, toolName, toolArgs: { command: 'view', path: '/a' } }, 'preToolUse');
    expect(tool('read_file').command).toBeUndefined();
    expect(tool('str_replace_editor')).toMatchObject({ targets: [{ path: '/a', role: 'read', by: 'tool' }] });
    for (const name of ['shell', 'bash', 'run_in_terminal', 'powershell', 'pwsh', 'cmd'])
      expect(tool(name).tool?.canonical).toBe('Bash');
  });

  it('keeps lone surrogates and fields that nobody knows', () => {
    const raw = Buffer.from(
      '{"session_id":"s","prompt_id":"p","hook_event_name":"Stop","last_assistant_message":"\\ud83d","new":[1]}',
    );
    const found = decode(raw, { harness: 'claude-code' }, ELSEWHERE);
    expect(found).toMatchObject({ kind: 'stop', text: '\ud83d', payload: { new: [1] } });
  });

  it('takes an id with a newline as one safe id, and none of one over 200 characters', () => {
    const call = (tool_use_id: string) => event('cursor', { ...CURSOR, tool_use_id }, 'preToolUse').call;
    expect(call('call_x\nctc_x')).toBe('call_x%000actc_x');
    expect(call('\ud800 "')).toBe('%d800%0020%0022');
    expect(call('x'.repeat(201))).toBeUndefined();
    expect(call('\n'.repeat(60))).toBeUndefined();
  });

  it('reads a payload of 50 MB', () => {
    const raw = Buffer.from(
      JSON.stringify({
        ...CODEX,
        tool_name: 'Write',
        tool_input: { file_path: '/a', content: 'x'.repeat(50e6) },
      }),
    );
    expect(decode(raw, { harness: 'codex' }, ELSEWHERE)).toMatchObject({ session: 's', kind: 'pre_tool' });
  });

  it('knows a Gemini command that the person broke off, and none that only prints so', () => {
    const words = 'Command was cancelled by user before it could complete. There was no output.';
    const interrupted = (llmContent: string) =>
      event('gemini', { session_id: 's', tool_response: { llmContent } }, 'AfterTool').interrupted;
    expect(interrupted(`<untrusted_context>\n${words}\n</untrusted_context>`)).toBe(true);
    expect(interrupted(`<untrusted_context>\nOutput: ${words}\n</untrusted_context>`)).toBe(false);
  });

  it('says who stopped and failed', () => {
    const failed = (payload: object, name: string) =>
      event('gemini', { session_id: 's', ...payload }, name).failed;
    expect(failed({ tool_response: { error: { message: 'no' } } }, 'AfterTool')).toBe(true);
    expect(failed({ tool_response: { llmContent: 'x' } }, 'AfterTool')).toBe(false);
    const result = (resultType: string) =>
      event('copilot', { ...COPILOT, toolName: 'bash', toolResult: { resultType } }, 'postToolUse').failed;
    expect([result('success'), result('failure')]).toEqual([false, true]);
    expect(event('claude-code', { session_id: 's', stop_hook_active: true }, 'Stop').stopHookActive).toBe(
      true,
    );
  });
});
