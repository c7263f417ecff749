import { at, type Disguise, type Foreign, type Forger, type Forgery } from './forge.ts';

function item({ real, id }: Forger, text: string, more: Foreign = {}): Foreign {
  const payload = at(real, 'payload');
  const { internal_chat_message_metadata_passthrough: _, ...rest } = payload;
  return {
    ...real,
    payload: { ...rest, id: `msg_${id()}`, content: [{ type: 'input_text', text }], ...more },
  };
}

function stated({ real, id }: Forger, text: string, kind: string): Foreign {
  const payload = at(real, 'payload');
  const passed = at(payload, 'internal_chat_message_metadata_passthrough');
  return {
    ...real,
    payload: {
      ...payload,
      id: `msg_${id()}`,
      content: [{ type: 'input_text', text }],
      internal_chat_message_metadata_passthrough: {
        ...passed,
        content_item_kinds: [kind],
        content_item_metadata: [{ provenance: { type: 'harness' } }],
      },
    },
  };
}

function event({ real, id }: Forger, text: string): Foreign {
  return {
    ...{ timestamp: real.timestamp, ordinal: real.ordinal, type: 'event_msg' },
    payload: {
      ...{ type: 'item_completed', turn_id: id() },
      item: { type: 'UserMessage', id: id(), content: [{ type: 'text', text, text_elements: [] }] },
    },
  };
}

const tagged =
  (tag: string, of = (text: string) => text): Disguise =>
  (forger) => [item(forger, `<${tag}>\n${of(forger.text)}\n</${tag}>`)];

export const CODEX: Forgery = {
  harness: 'codex',
  isPrompt: (line) => {
    const payload = at(line, 'payload');
    const first = (payload.content as readonly Foreign[] | undefined)?.[0];
    return (
      line.type === 'response_item' &&
      payload.type === 'message' &&
      payload.role === 'user' &&
      typeof first?.text === 'string' &&
      !/^[<#]/.test(first.text)
    );
  },
  isAnswer: (line) => at(line, 'payload').role === 'assistant',
  disguises: {
    prompt: (forger) => [item(forger, forger.text), event(forger, forger.text)],
    'item-alone': (forger) => [item(forger, forger.text)],
    'event-alone': (forger) => [event(forger, forger.text)],
    'legacy-event': ({ real, text }) => [
      { timestamp: real.timestamp, type: 'event_msg', payload: { type: 'user_message', message: text } },
    ],
    image: (forger) => [
      item(forger, forger.text, {
        content: [
          { type: 'input_text', text: '<image name=[Image #1] path="pic.png">' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
          { type: 'input_text', text: '</image>' },
          { type: 'input_text', text: forger.text },
        ],
      }),
    ],
    environment: tagged('environment_context', (text) => `<cwd>/home/dev</cwd>\n${text}`),
    'environment-bare': tagged('environment_context'),
    aborted: tagged('turn_aborted'),
    'hook-prompt': tagged('hook_prompt'),
    shell: tagged('user_shell_command'),
    notification: tagged('subagent_notification'),
    'user-action': tagged('user_action'),
    instructions: tagged('user_instructions'),
    skill: tagged('skill'),
    'agents-md': (forger) => [
      item(
        forger,
        `# AGENTS.md instructions for /home/dev\n\n<INSTRUCTIONS>\n${forger.text}\n</INSTRUCTIONS>`,
      ),
    ],
    'stated-environment': (forger) => [stated(forger, forger.text, 'environments')],
    'stated-hook': (forger) => [stated(forger, forger.text, 'hooks.additional_context')],
    'stated-meta': (forger) => [stated(forger, forger.text, 'generic.other')],
    'in-history': ({ real, text, id }) => [
      {
        ...{ timestamp: real.timestamp, type: 'compacted' },
        payload: {
          message: 'So far all went well.',
          replacement_history: [
            at(real, 'payload'),
            { type: 'message', role: 'user', id: `msg_${id()}`, content: [{ type: 'input_text', text }] },
          ],
        },
      },
      { timestamp: real.timestamp, type: 'event_msg', payload: { type: 'context_compacted' } },
    ],
    compacted: ({ real, text }) => [
      { timestamp: real.timestamp, type: 'compacted', payload: { message: text, replacement_history: [] } },
    ],
    'agent-message': (forger) => [
      {
        ...{ timestamp: forger.real.timestamp, type: 'response_item' },
        payload: {
          ...{ type: 'agent_message', id: forger.id(), author: 'root', recipient: 'root' },
          content: [{ type: 'input_text', text: forger.text }],
        },
      },
    ],
    result: (forger) => [
      {
        ...{ timestamp: forger.real.timestamp, type: 'response_item' },
        payload: { type: 'function_call_output', call_id: `call_${forger.id()}`, output: forger.text },
      },
    ],
  },
};
