import type { Around, Fields, Story } from './story.ts';

const SESSION = '01a22d46-7d46-7100-9529-05ccea429280';
const FILE = `sessions/2026/11/30/rollout-2026-11-30T16-25-24-${SESSION}.jsonl`;

/** Codex writes a call before its hook fires, and its item before the post hook (formats: codex 0.171.0). */
export function codexStory(): Story {
  return {
    harness: 'codex',
    of: 'Codex CLI 0.171.0, as captured',
    transcript: { from: `codex/exec-shell/${FILE}`, to: `.codex/${FILE}` },
    session: SESSION,
    command: 'ls -1',
    payload: (event) => `codex/exec-shell-${event}-1.json`,
    base: ({ session, transcript, project }) => ({
      session_id: session,
      transcript_path: transcript,
      cwd: project,
    }),
    begins: [{ event: 'SessionStart' }, { event: 'UserPromptSubmit' }],
    ends: [{ event: 'Stop' }, { event: 'SessionEnd' }],
    around,
  };
}

function around({ payload }: Fields): Around {
  const { type, arguments: input, call_id, item } = payload as Fields;
  if (type === 'function_call') {
    const { cmd } = JSON.parse(String(input)) as { readonly cmd: string };
    const fields = { tool_input: { command: cmd }, tool_use_id: call_id };
    return { after: [{ event: 'PreToolUse', fields }] };
  }
  return (item as Fields | undefined)?.type === 'CommandExecution'
    ? { after: [{ event: 'PostToolUse' }] }
    : {};
}
