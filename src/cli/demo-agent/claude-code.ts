import type { Around, Fields, Fired, Story } from './story.ts';

const SESSION = '27b66133-63a3-4722-946d-daf892885d1e';
const FILE = `projects/-home-dev-project/${SESSION}.jsonl`;

type Block = Fields & { readonly type: string };
type Call = { readonly tool_name: unknown; readonly tool_input: unknown };

/** Claude Code writes a call before its hook fires, and its result after it (formats: claude-code 2.1.332). */
export function claudeCodeStory(): Story {
  const calls = new Map<unknown, Call>();
  return {
    harness: 'claude-code',
    of: 'Claude Code 2.1.332, as captured',
    transcript: { from: `claude-code/print-summarized/${FILE}`, to: `.claude/${FILE}` },
    session: SESSION,
    command: 'python3 app.py',
    payload: (event) => `claude-code/print-default-${event}-1.json`,
    base: ({ session, transcript, project }) => ({
      session_id: session,
      transcript_path: transcript,
      cwd: project,
    }),
    begins: [
      { event: 'SessionStart' },
      { event: 'UserPromptSubmit', fields: { prompt: 'Summarise app.py, run it, and write new.txt.' } },
    ],
    ends: [{ event: 'Stop' }, { event: 'SessionEnd' }],
    around: (line) => around(line, calls),
  };
}

function around({ type, message, toolUseResult }: Fields, calls: Map<unknown, Call>): Around {
  const content = (message as Fields | undefined)?.content;
  const blocks = Array.isArray(content) ? (content as readonly Block[]) : [];
  if (type === 'assistant')
    return { after: blocks.filter((block) => block.type === 'tool_use').map((block) => asked(block, calls)) };
  return {
    before: blocks
      .filter((block) => block.type === 'tool_result')
      .map((block) => ended(block, toolUseResult, calls)),
  };
}

function asked({ id, name, input }: Block, calls: Map<unknown, Call>): Fired {
  const call = { tool_name: name, tool_input: input };
  calls.set(id, call);
  return { event: 'PreToolUse', fields: { ...call, tool_use_id: id } };
}

function ended({ tool_use_id, is_error, content }: Block, result: unknown, calls: Map<unknown, Call>): Fired {
  const call = { ...calls.get(tool_use_id), tool_use_id };
  return is_error === true
    ? { event: 'PostToolUseFailure', fields: { ...call, error: content } }
    : { event: 'PostToolUse', fields: { ...call, tool_response: result } };
}
