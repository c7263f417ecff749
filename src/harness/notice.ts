import type { Harness } from '../model/harness.ts';
import type { Answer } from './answers.ts';
import type { Answerable } from './dialect.ts';

/**
 * Where a person reads a line at a prompt, by harness. Claude Code shows `systemMessage`, and hands
 * plain text to the model. Gemini shows plain text and `systemMessage` alike (0.61.0), and reads stderr as an answer where
 * stdout is empty. Codex hands plain text to the model, and has the field too. Cursor has `user_message`, of which no show
 * was measured, and an answer that does not go on blocks the prompt. Copilot takes nothing from this event (1.0.102).
 */
const NOTICES: Readonly<Record<Harness, (text: string) => string>> = {
  'claude-code': (text) => JSON.stringify({ systemMessage: text }),
  codex: (text) => JSON.stringify({ systemMessage: text }),
  gemini: (text) => JSON.stringify({ systemMessage: text }),
  cursor: (text) => JSON.stringify({ continue: true, user_message: text }),
  copilot: () => '',
};

/** The answer to a prompt that goes on, with a line for the person: on stdout as the harness shows it, and on stderr. */
export function notice({ harness, surface }: Answerable, text: string): Answer {
  const spoken = harness === 'copilot' && surface === 'claude_settings' ? 'claude-code' : harness;
  return { stdout: NOTICES[spoken](text), stderr: text, exit: 0 };
}
