import type { Around, Fields, Story } from './story.ts';

const SESSION = 'e3be27cc-311d-4223-aa34-25a62fed3710';
const FILE = `session-state/${SESSION}/events.jsonl`;

/** Copilot writes a call before its hook fires, and the result after the post hook (formats: copilot 1.0.102). */
export function copilotStory(): Story {
  const calls = new Map<unknown, Fields>();
  return {
    harness: 'copilot',
    of: 'Copilot CLI 1.0.102, as captured',
    transcript: { from: `copilot/identical/${FILE}`, to: `.copilot/${FILE}` },
    session: SESSION,
    command: 'echo x >> log; wc -l < log',
    payload: (event) => `copilot/shell-${event}-1.json`,
    base: ({ session, project }) => ({ sessionId: session, cwd: project }),
    begins: [
      { event: 'sessionStart' },
      { event: 'userPromptSubmitted', fields: { prompt: 'Same command twice' } },
    ],
    ends: [{ event: 'agentStop' }, { event: 'sessionEnd' }],
    around: (line) => around(line, calls),
  };
}

function around({ type, data }: Fields, calls: Map<unknown, Fields>): Around {
  const { toolCallId, toolName, arguments: toolArgs, result } = data as Fields;
  if (type === 'tool.execution_start') {
    const fields = { toolName, toolArgs };
    calls.set(toolCallId, fields);
    return { after: [{ event: 'preToolUse', fields }] };
  }
  if (type !== 'tool.execution_complete') return {};
  const textResultForLlm = (result as Fields).content;
  const fields = { ...calls.get(toolCallId), toolResult: { resultType: 'success', textResultForLlm } };
  return { before: [{ event: 'postToolUse', fields }] };
}
