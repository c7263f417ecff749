import type { Around, Fields, Story } from './story.ts';

const SESSION = '0955fef1-e992-4de9-9eac-b4f4a61b20e5';
const FILE = 'chats/session-2026-11-30T16-22-0955fef1.jsonl';

/** Gemini writes the calls of an answer when all of them have ended (formats: gemini 0.61.0). */
export function geminiStory(): Story {
  return {
    harness: 'gemini',
    of: 'Gemini CLI 0.61.0, as captured',
    transcript: { from: `gemini/parallel/${FILE}`, to: `.gemini/tmp/work/${FILE}` },
    session: SESSION,
    command: 'sleep 0.4; echo slow',
    payload: (event) => `gemini/shell-${event}-1.json`,
    base: ({ session, transcript, project }) => ({
      session_id: session,
      transcript_path: transcript,
      cwd: project,
    }),
    begins: [
      { event: 'SessionStart' },
      { event: 'BeforeAgent', fields: { prompt: 'Do three things at once' } },
    ],
    ends: [{ event: 'AfterAgent' }, { event: 'SessionEnd' }],
    around,
  };
}

function around({ toolCalls }: Fields): Around {
  const calls = (toolCalls ?? []) as readonly Fields[];
  const named = calls.map(({ name, args }) => ({ tool_name: name, tool_input: args }));
  return {
    before: [
      ...named.map((fields) => ({ event: 'BeforeTool', fields })),
      ...calls.map((call, at) => ({
        event: 'AfterTool',
        fields: {
          ...named[at],
          tool_response: { llmContent: outputOf(call), returnDisplay: call.resultDisplay },
        },
      })),
    ],
  };
}

function outputOf({ result }: Fields): unknown {
  const [part] = (result ?? []) as readonly { readonly functionResponse?: { readonly response?: Fields } }[];
  return part?.functionResponse?.response?.output;
}
