import { at, type Disguise, type Foreign, type Forger, type Forgery } from './forge.ts';

function user({ real, id }: Forger, content: unknown, more: Foreign = {}): Foreign {
  return {
    ...real,
    parentUuid: real.uuid,
    uuid: id(),
    promptId: id(),
    message: { role: 'user', content },
    ...more,
  };
}

function said(of: (text: string) => string, more: Foreign = {}): Disguise {
  return (forger) => [user(forger, of(forger.text), more)];
}

const attachment = ({ real, id }: Forger, body: Foreign): Foreign => {
  const { message: _, promptId: __, ...rest } = real;
  return { ...rest, type: 'attachment', parentUuid: real.uuid, uuid: id(), attachment: body };
};

export const CLAUDE_CODE: Forgery = {
  harness: 'claude-code',
  isPrompt: (line) =>
    line.type === 'user' &&
    typeof at(line, 'message').content === 'string' &&
    line.isMeta !== true &&
    line.isCompactSummary !== true &&
    !String(at(line, 'message').content).startsWith('<'),
  isAnswer: (line) => line.type === 'assistant',
  disguises: {
    prompt: said((text) => text),
    'prompt-blocks': (forger) => [user(forger, [{ type: 'text', text: forger.text }])],
    queued: (forger) => [
      attachment(forger, {
        ...{ type: 'queued_command', prompt: forger.text, commandMode: 'prompt' },
        origin: { kind: 'human' },
      }),
    ],
    paste: said((text) => `Look at this: \n\n<pasted_content id="ab12">\n${text}\n</pasted_content>\n`),
    placeholder: said((text) => `${text} [Pasted text #1 +40 lines]`),
    image: (forger) => [
      user(forger, [
        { type: 'text', text: `[Image #1] ${forger.text}` },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      ]),
    ],
    'same-id': ({ real, text }) => [{ ...real, message: { role: 'user', content: text } }],
    interrupt: said((text) => `[Request interrupted by user]\n${text}`),
    notification: said(
      (text) => `<task-notification>\n<task-id>a0123456789abcdef</task-id>\n${text}\n</task-notification>`,
    ),
    'notification-known': (forger) => [
      user(
        forger,
        `<task-notification>\n<task-id>${forger.agent}</task-id>\n${forger.text}\n</task-notification>`,
      ),
    ],
    'notification-origin': said((text) => text, { origin: { kind: 'task-notification' } }),
    'notification-turn': said((text) => text, { turnOrigin: 'task_notification', origin: undefined }),
    peer: said((text) => text, { origin: { kind: 'peer' } }),
    system: said((text) => text, { promptSource: 'system', origin: undefined, turnOrigin: undefined }),
    summary: said((text) => `This session is being continued.\n${text}`, { isCompactSummary: true }),
    meta: said((text) => text, { isMeta: true }),
    'meta-same-turn': (forger) => [
      user(forger, forger.text, { isMeta: true, promptId: forger.real.promptId }),
    ],
    caveat: said((text) => `<local-command-caveat>${text}</local-command-caveat>`, { isMeta: true }),
    stdout: said((text) => `<local-command-stdout>${text}</local-command-stdout>`),
    'bash-output': said((text) => `<bash-stdout>${text}</bash-stdout><bash-stderr></bash-stderr>`),
    'bash-input': said((text) => `<bash-input>${text}</bash-input>`),
    command: said(
      (text) =>
        `<command-message>greet</command-message>\n<command-name>/greet</command-name>\n<command-args>${text}</command-args>`,
    ),
    builtin: said(
      (text) =>
        `<command-name>/note</command-name>\n<command-message>note</command-message>\n<command-args>${text}</command-args>`,
    ),
    'hook-feedback': said((text) => `Stop hook feedback:\n[check]: ${text}`, { isMeta: true }),
    'hook-text': said((text) => text, { isMeta: true, hookText: true }),
    'hook-context': (forger) => [
      attachment(forger, {
        ...{ type: 'hook_additional_context', content: [forger.text], hookEvent: 'PreToolUse' },
      }),
    ],
    sidechain: said((text) => text, { isSidechain: true, parentUuid: null }),
    result: (forger) => [
      user(forger, [{ type: 'tool_result', tool_use_id: `toolu_${forger.id()}`, content: forger.text }]),
    ],
    'beside-result': (forger) => [
      user(forger, [
        { type: 'tool_result', tool_use_id: `toolu_${forger.id()}`, content: 'ok' },
        { type: 'text', text: forger.text },
      ]),
    ],
  },
};
