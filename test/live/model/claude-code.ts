import { type Ask, SUBTASK, type Turn } from './script.ts';
import { type Answer, events, type Wire } from './server.ts';

type Block = { readonly type: string; readonly [key: string]: unknown };
type Message = { readonly role: string; readonly content: string | readonly Block[] };

/** Words of the request that asks for a summary in place of the conversation. */
const COMPACTION = /create a detailed summary|Respond with TEXT ONLY/;

/** Anthropic's Messages API, as Claude Code 2.1.332 uses it. */
export const claudeCodeModel: Wire = {
  read: (method, path, body) => {
    if (path.endsWith('/count_tokens')) return { kind: 'other', status: 200, body: { input_tokens: 100 } };
    if (method !== 'POST' || !path.endsWith('/messages')) return { kind: 'other', status: 404, body: {} };
    const messages = (body.messages ?? []) as readonly Message[];
    if (!Array.isArray(body.tools) || body.tools.length === 0) return { kind: 'aside' };
    if (COMPACTION.test(JSON.stringify(messages.at(-1) ?? {}))) return { kind: 'aside' };
    const lane = JSON.stringify(messages[0] ?? {}).includes(SUBTASK) ? 'sub' : 'main';
    return { kind: 'turn', lane, results: resultsOf(messages.at(-1)) };
  },
  answer: (turn, nth, { body }) => {
    const blocks = blocksOf(turn, nth);
    const stop = (turn.asks ?? []).length > 0 ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: 10, output_tokens: 10 };
    const message = {
      ...{ id: `msg_01live${nth}`, type: 'message', role: 'assistant', model: body.model, usage },
      ...{ content: [] as readonly Block[], stop_reason: null, stop_sequence: null },
    };
    if (body.stream !== true) return whole({ ...message, content: blocks, stop_reason: stop });
    return events([
      { type: 'message_start', ...{ message } },
      ...blocks.flatMap(streamed),
      { type: 'message_delta', ...{ delta: { stop_reason: stop, stop_sequence: null }, usage } },
      { type: 'message_stop' },
    ]);
  },
};

function whole(message: unknown): Answer {
  return { type: 'application/json', text: JSON.stringify(message) };
}

function resultsOf(message: Message | undefined): readonly string[] {
  const blocks = typeof message?.content === 'string' ? [] : (message?.content ?? []);
  return blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => JSON.stringify(content));
}

function blocksOf({ say, asks = [] }: Turn, nth: number): readonly Block[] {
  return [
    ...(say === undefined ? [] : [{ type: 'text', text: say }]),
    ...asks.map((ask, at) => ({ type: 'tool_use', id: `toolu_01live${nth}x${at}`, ...toolOf(ask) })),
  ];
}

function toolOf(ask: Ask): { readonly name: string; readonly input: unknown } {
  if (ask.kind === 'shell') return { name: 'Bash', input: { command: ask.command, description: 'Run it' } };
  if (ask.kind === 'write') return { name: 'Write', input: { file_path: ask.path, content: ask.content } };
  return ask;
}

function streamed(block: Block, index: number): readonly { readonly type: string }[] {
  const tool = block.type === 'tool_use';
  const delta = tool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    : { type: 'text_delta', text: block.text };
  return [
    {
      type: 'content_block_start',
      ...{ index, content_block: { ...block, ...(tool ? { input: {} } : { text: '' }) } },
    },
    { type: 'content_block_delta', ...{ index, delta } },
    { type: 'content_block_stop', ...{ index } },
  ];
}
