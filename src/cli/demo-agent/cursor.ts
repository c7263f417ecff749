import type { Around, Fields, Fired, Story } from './story.ts';

const SESSION = '5f0c0de0-0000-4000-8000-00000000c0de';
const FILE = `projects/home-dev-project/agent-transcripts/${SESSION}/${SESSION}.jsonl`;

const PAYLOADS: Readonly<Record<string, string>> = {
  preToolUse: 'preToolUse-shell',
  postToolUse: 'postToolUse-shell',
  stop: 'stop-completed',
};

/** Cursor's lines have no ids and no results; outcomes come from hooks alone (formats: cursor, descriptions). */
export function cursorStory(): Story {
  let calls = 0;
  return {
    harness: 'cursor',
    of: 'Cursor, made from public descriptions (nothing could be captured)',
    transcript: { from: `cursor/two-turns/${FILE}`, to: `.cursor/${FILE}` },
    session: SESSION,
    command: 'ls -1',
    payload: (event) => `cursor/SYNTHETIC-${PAYLOADS[event] ?? event}.json`,
    base: ({ session, transcript, project }) => ({
      ...{ conversation_id: session, session_id: session },
      ...{ transcript_path: transcript, workspace_roots: [project] },
    }),
    // The first of its two turns.
    lines: 4,
    begins: [{ event: 'sessionStart' }, { event: 'beforeSubmitPrompt' }],
    ends: [{ event: 'stop' }, { event: 'sessionEnd' }],
    around: (line) => around(line, () => `5f0c0de0-2222-4000-8000-${String(++calls).padStart(12, '0')}`),
  };
}

function around({ message }: Fields, nextId: () => string): Around {
  const content = ((message as Fields | undefined)?.content ?? []) as readonly Fields[];
  const after = content
    .filter(({ type }) => type === 'tool_use')
    .flatMap(({ name, input }): readonly Fired[] => {
      const call = { tool_name: name, tool_input: input, tool_use_id: nextId() };
      const tool_output = JSON.stringify({ output: 'done', exitCode: 0 });
      return [
        { event: 'preToolUse', fields: call },
        { event: 'postToolUse', fields: { ...call, tool_output } },
      ];
    });
  return { after };
}
