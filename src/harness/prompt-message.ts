import type { Harness } from '../model/harness.ts';
import type { Answer } from './answers.ts';
import { reasonLine } from './reason.ts';

/**
 * Where a message to the person goes at a prompt. `systemMessage`: JSON that the harness
 * shows. `user_message`: Cursor's. `stderr`: no place measured. Plain text on stdout would be read by Codex's and Claude
 * Code's models as context (formats), so it never goes there. The message goes to stderr in every case.
 */
export const PROMPT_PLACES: Readonly<Record<Harness, 'systemMessage' | 'user_message' | 'stderr'>> = {
  'claude-code': 'systemMessage',
  // `systemMessage` beside PreToolUse did not hurt there, but nobody saw it shown (formats: codex 0.171.0).
  codex: 'stderr',
  // Of `continue` and `user_message`, as formats: cursor §2 lists for beforeSubmitPrompt.
  cursor: 'user_message',
  // Plain text at exit 0 "is shown as a system message" (formats: gemini §5), and so is this field's.
  gemini: 'systemMessage',
  copilot: 'stderr',
};

/** The answer to a prompt that lets it pass and tells the person something. */
export function promptMessage(event: { readonly harness: Harness }, message: string): Answer {
  const line = reasonLine(message, 'see tracekit status');
  const place = PROMPT_PLACES[event.harness];
  if (place === 'systemMessage')
    return { stdout: JSON.stringify({ systemMessage: line }), stderr: line, exit: 0 };
  if (place === 'user_message') {
    return { stdout: JSON.stringify({ continue: true, user_message: line }), stderr: line, exit: 0 };
  }
  return { stdout: '', stderr: line, exit: 0 };
}
