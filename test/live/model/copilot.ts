import { type Ask, SUBTASK } from './script.ts';
import { type Answer, data, type Wire } from './server.ts';

type Message = { readonly role: string; readonly content?: unknown };

/** Words of the request that asks for a summary in place of the conversation. */
const COMPACTION = /create a detailed summary of the conversation/;

/** OpenAI's chat completions, as Copilot CLI 1.0.102 uses it with a provider of its own. */
export const copilotModel: Wire = {
  read: (method, _path, body) => {
    if (method === 'GET')
      return {
        kind: 'other',
        status: 200,
        body: { object: 'list', data: [{ id: 'live-model', object: 'model' }] },
      };
    if (!Array.isArray(body.tools) || body.tools.length === 0) return { kind: 'aside' };
    const messages = (body.messages ?? []) as readonly Message[];
    if (COMPACTION.test(JSON.stringify(messages.at(-1) ?? {}))) return { kind: 'aside' };
    const asked = messages.filter(({ role }) => role === 'user');
    const lane = JSON.stringify(asked).includes(SUBTASK) ? 'sub' : 'main';
    return { kind: 'turn', lane, results: resultsOf(messages) };
  },
  answer: (turn, nth, { body }) => {
    const asks = turn.asks ?? [];
    const calls = asks.map((ask, index) => ({
      index,
      id: `call_live_${nth}x${index}`,
      type: 'function',
      function: toolOf(ask),
    }));
    const stop = asks.length > 0 ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    const made = { id: `chatcmpl-live${nth}`, created: 1, model: body.model };
    const said = {
      role: 'assistant',
      content: turn.say ?? null,
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    if (body.stream !== true) {
      const choices = [{ index: 0, message: said, finish_reason: stop }];
      return whole({ ...made, object: 'chat.completion', choices, usage });
    }
    const chunk = (delta: unknown, finish_reason: string | null = null) => ({
      ...made,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    });
    return data([chunk(said), chunk({}, stop), { ...chunk({}), choices: [], usage }, '[DONE]']);
  },
};

function whole(completion: unknown): Answer {
  return { type: 'application/json', text: JSON.stringify(completion) };
}

/** The results that came since the model spoke last. */
function resultsOf(messages: readonly Message[]): readonly string[] {
  const since = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages
    .slice(since + 1)
    .flatMap(({ role, content }) => (role === 'tool' ? [JSON.stringify(content)] : []));
}

function toolOf(ask: Ask): { readonly name: string; readonly arguments: string } {
  if (ask.kind === 'shell')
    return { name: 'bash', arguments: JSON.stringify({ command: ask.command, description: 'Run it' }) };
  if (ask.kind === 'write')
    return { name: 'create', arguments: JSON.stringify({ path: ask.path, file_text: ask.content }) };
  return { name: ask.name, arguments: JSON.stringify(ask.input) };
}
