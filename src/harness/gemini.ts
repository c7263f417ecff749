import { flag } from './claude-code.ts';
import type { Dialect, Fields, Moment } from './dialect.ts';
import { idOf } from './ids.ts';
import { asObject, filled, has, own } from './payload.ts';
import { afterBlock, readPrompt } from './prompt.ts';
import { namedTool } from './tool-name.ts';

/**
 * Gemini CLI's hooks (formats: gemini 0.61.0). No payload has a call, turn or agent id; a subagent's calls come under
 * the parent's session and nothing marks them.
 */
export const gemini: Dialect = {
  harness: 'gemini',
  events: {
    BeforeTool: 'pre_tool',
    AfterTool: 'post_tool',
    BeforeAgent: 'prompt',
    AfterAgent: 'stop',
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    BeforeModel: 'other',
    BeforeToolSelection: 'other',
    AfterModel: 'other',
    Notification: 'other',
    PreCompress: 'other',
  },
  read: readGemini,
  row: () => 'gemini',
};

/**
 * Esc while a command runs: AfterTool comes, with no error (formats: gemini 0.61.0). hostile: what a command prints
 * stands behind `Output: `, so it can't say this of itself.
 */
function isCancelled(content: unknown): boolean {
  return (
    typeof content === 'string' &&
    /^(?:<untrusted_context>\n)?Command was cancelled by user before it could complete\./.test(content)
  );
}

/** `prompt_response` repeats text (formats: gemini §4), so it is no source of the model's words. */
function readGemini({ payload, kind }: Moment): Fields {
  const response = own(payload, 'tool_response');
  const prompt = kind === 'prompt' ? filled(payload, 'prompt') : undefined;
  const fields = asObject(response);
  return {
    session: idOf(payload, 'session_id'),
    tool: namedTool('gemini', 'own', payload),
    input: own(payload, 'tool_input'),
    ...(prompt !== undefined && readPrompt(afterBlock(prompt, 'hook_context'), false)),
    result: response,
    failed: kind === 'post_tool' ? fields !== undefined && has(fields, 'error') : undefined,
    interrupted: fields !== undefined && isCancelled(own(fields, 'llmContent')),
    transcript: filled(payload, 'transcript_path'),
    stopHookActive: flag(own(payload, 'stop_hook_active')),
  };
}
