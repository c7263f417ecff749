import type { CapturedHook, Session } from './session.ts';

const ROOT = '/home/dev/project';

/** A Cursor session by its formats, since none can be captured here: three prompts, an answer and a call to each. */
export function cursorSession(session: string, prompts: readonly string[]): Session {
  const path = `transcript/.cursor/projects/home-dev-project/agent-transcripts/${session}/${session}.jsonl`;
  const common = (n: number, event: string): object => ({
    ...{ conversation_id: session, generation_id: `00000000-0000-4000-8000-00000000000${n}`, model: 'm' },
    ...{ session_id: session, hook_event_name: event, cursor_version: '3.9.16', workspace_roots: [ROOT] },
    ...{
      user_email: 'dev@example.invalid',
      transcript_path: `/home/dev/${path.slice('transcript/'.length)}`,
    },
  });
  const hook = (n: number, event: string, fields: object): CapturedHook => ({
    ...{ event, install: 'one' },
    raw: Buffer.from(JSON.stringify({ ...common(n, event), ...fields })),
  });
  const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);
  const said = (role: string, ...content: readonly object[]): Buffer => line({ role, message: { content } });
  const turns = prompts.map((prompt, n) => {
    const input = { command: `echo ${n}` };
    const call = { tool_name: 'Shell', tool_input: input, tool_use_id: `tool_${session}_${n}`, cwd: ROOT };
    const output = { tool_output: JSON.stringify({ output: String(n), exitCode: 0 }), duration: 5 };
    return {
      hooks: [
        hook(n, 'beforeSubmitPrompt', { prompt, attachments: [] }),
        hook(n, 'preToolUse', call),
        hook(n, 'postToolUse', { ...call, ...output }),
        hook(n, 'stop', { status: 'completed', loop_count: 0 }),
      ],
      lines: [
        said('user', { type: 'text', text: `<user_query>\n${prompt}\n</user_query>` }),
        said(
          'assistant',
          { type: 'text', text: `I run echo ${n}.` },
          { type: 'tool_use', name: 'Shell', input },
        ),
        said('assistant', { type: 'text', text: `It said ${n}.` }),
      ],
    };
  });
  return {
    ...{ harness: 'cursor', scenario: `made-${session.slice(0, 8)}` },
    hooks: [hook(0, 'sessionStart', { is_background_agent: false }), ...turns.flatMap(({ hooks }) => hooks)],
    files: [
      {
        path,
        lines: [...turns.flatMap(({ lines }) => lines), line({ type: 'turn_ended', status: 'success' })],
      },
    ],
  };
}
