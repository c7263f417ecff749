import { type Ask, SUBTASK, type Turn } from './script.ts';
import { events, type Wire } from './server.ts';

type Item = { readonly type?: string; readonly role?: string; readonly [key: string]: unknown };

/** Words of requests beside the conversation: for its title, and for a summary in place of it. */
const BESIDE = /Generate a concise, single-line task title|CONTEXT CHECKPOINT/;

/** OpenAI's Responses API, as Codex 0.171.0 uses it with a provider of its own. */
export const codexModel: Wire = {
  read: (method, path, body) => {
    if (method !== 'POST' || !path.endsWith('/responses'))
      return { kind: 'other', status: 404, body: { error: { message: 'not here' } } };
    const input = (body.input ?? []) as readonly Item[];
    const asked = input.filter(({ role, type }) => role === 'user' || type === 'agent_message');
    if (BESIDE.test(JSON.stringify(asked.at(-1) ?? {}))) return { kind: 'aside' };
    const lane = JSON.stringify(asked).includes(SUBTASK) ? 'sub' : 'main';
    return { kind: 'turn', lane, results: resultsOf(input) };
  },
  answer: (turn, nth, { body }) => {
    const input = (body.input ?? []) as readonly Item[];
    const output = itemsOf(turn, nth, agentIn(resultsOf(input).join('\n')));
    const id = `resp_${nth}`;
    const usage = {
      ...{ input_tokens: 100, input_tokens_details: { cached_tokens: 0 }, output_tokens: 20 },
      ...{ output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 120 },
    };
    const response = { id, object: 'response', status: 'completed', output, usage };
    return events([
      { type: 'response.created', ...{ response: { id } } },
      ...output.flatMap((item, at) => [
        { type: 'response.output_item.added', ...{ output_index: at, item } },
        { type: 'response.output_item.done', ...{ output_index: at, item } },
      ]),
      { type: 'response.completed', ...{ response } },
    ]);
  },
};

/** The outputs that came since the model spoke last. */
function resultsOf(input: readonly Item[]): readonly string[] {
  const since = input.findLastIndex(
    ({ type, role }) => role === 'assistant' || type?.endsWith('_call') === true,
  );
  return input
    .slice(since + 1)
    .flatMap(({ type, output }) => (type?.endsWith('_output') ? [JSON.stringify(output)] : []));
}

function agentIn(text: string): string {
  return /agent_id[^0-9a-f]+([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
}

function itemsOf({ say, asks = [] }: Turn, nth: number, agent: string): readonly Item[] {
  const content = [{ type: 'output_text', text: say, annotations: [] }];
  const said = { id: `msg_${nth}`, type: 'message', role: 'assistant', status: 'completed', content };
  return [...(say === undefined ? [] : [said]), ...asks.map((ask, at) => itemOf(ask, `${nth}x${at}`, agent))];
}

function itemOf(ask: Ask, id: string, agent: string): Item {
  const made = { id: `fc_${id}`, status: 'completed', call_id: `call_live_${id}` };
  if (ask.kind === 'write')
    return { ...made, type: 'custom_tool_call', name: 'apply_patch', input: patchOf(ask) };
  if (ask.kind === 'shell')
    return {
      ...made,
      type: 'function_call',
      name: 'exec_command',
      arguments: JSON.stringify({ cmd: ask.command, yield_time_ms: 25_000 }),
    };
  if (ask.name === 'tool_search')
    return { ...made, type: 'tool_search_call', execution: 'client', arguments: ask.input };
  const [name, namespace] = ask.name.split('@');
  const written = JSON.stringify(ask.input).replaceAll('__AGENT__', agent);
  return { ...made, type: 'function_call', name, ...(namespace && { namespace }), arguments: written };
}

function patchOf({ path, content }: Extract<Ask, { readonly kind: 'write' }>): string {
  const lines = content
    .trimEnd()
    .split('\n')
    .map((line) => `+${line}`);
  return ['*** Begin Patch', `*** Add File: ${path}`, ...lines, '*** End Patch', ''].join('\n');
}
