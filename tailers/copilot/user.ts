import { JsonListView } from '../../src/bytes/json-view.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import type { Exchange, Origin, Part } from '../../src/model/reading.ts';
import { objectField, own, stringField } from '../fields.ts';
import type { EventLine } from './event-line.ts';
import { safeId } from './ids.ts';
import { sliceIn, textIn } from './slices.ts';

const MAX_AGENTS = 256;

/**
 * `user.message`. Only `content` is the person's: `transformedContent` is what the model read, with what the harness and
 * hooks put in its place or around it, and is kept beside it as something else.
 */
export function userMessage(line: EventLine): Exchange {
  const { data, notes } = line;
  const turn = safeId(data, 'interactionId', notes);
  const content = textIn(data, 'content');
  const stray = content === undefined && typeof own(data, 'content') !== 'string';
  if (stray) notes.add('content_shape');
  const sent = textIn(data, 'transformedContent');
  const others = [stray ? sliceIn(data, 'content') : undefined, filledList(line, 'attachments')];
  const parts: readonly Part[] = [
    ...(content === undefined ? [] : [{ kind: 'text', body: content } as const]),
    ...others.flatMap((body) => (body === undefined ? [] : [{ kind: 'other', body } as const])),
    ...(sent === undefined ? [] : [{ kind: 'other', body: sent, origin: 'meta' } as const]),
  ];
  const origin = originOf(line);
  return { role: 'user', origin, ...(turn === undefined ? {} : { turn }), reasoning: 'none', parts };
}

function filledList({ data }: EventLine, key: string) {
  const list = own(data, key);
  return list instanceof JsonListView && list.length > 0 ? sliceIn(data, key) : undefined;
}

/**
 * Whose words a user's message says it holds. In a subagent's lane they are its parent's. A `source` names what the
 * harness put there itself (schema: "e.g. skill-pdf"), and a stop hook's reason comes back as a message of its own
 * (`stop-block`). hostile: each mark can be forged, so the analyzer asks a witness for it.
 */
function originOf(line: EventLine): Origin {
  const { agent, memory } = line;
  if (agent !== undefined) {
    const known = memory.agents.has(agent);
    remember(memory.agents, agent);
    return known ? 'agent' : 'task';
  }
  const stated = statedOrigin(line);
  if (stated !== undefined) return stated;
  const content = stringField(line.data, 'content') ?? '';
  if (memory.sentOn === undefined || memory.sentOn !== sha256Hex(Buffer.from(content))) return 'prompt';
  memory.sentOn = undefined;
  return 'hook';
}

function statedOrigin({ data }: EventLine): Origin | undefined {
  if (own(data, 'isAutopilotContinuation') === true) return 'meta';
  const source = stringField(data, 'source');
  if (source === undefined || source === '' || source === 'user') return undefined;
  if (source.startsWith('command')) return 'command';
  return source.startsWith('agent') || source.startsWith('subagent') ? 'agent' : 'meta';
}

function remember(agents: Set<string>, agent: string): void {
  agents.delete(agent);
  agents.add(agent);
  if (agents.size > MAX_AGENTS) for (const oldest of agents) return void agents.delete(oldest);
}

/** `hook.end` of a stop hook that sends the model on: its reason will be the next thing "the user" says. */
export function endedHook({ data, memory }: EventLine): undefined {
  if (stringField(data, 'hookType') !== 'agentStop') return;
  const output = objectField(data, 'output');
  const reason = stringField(output, 'decision') === 'block' ? stringField(output, 'reason') : undefined;
  memory.sentOn = reason === undefined ? undefined : sha256Hex(Buffer.from(reason));
}

/** An event that has one text in the user's place, which is the harness's own. */
export function harnessText(key: string, origin: Origin): (line: EventLine) => Exchange | undefined {
  return ({ data }) => {
    const body = textIn(data, key);
    return body === undefined
      ? undefined
      : { role: 'user', origin, reasoning: 'none', parts: [{ kind: 'text', body }] };
  };
}

/** `abort`: the person stopped the turn. */
export function aborted({ data }: EventLine): Exchange {
  const body = sliceIn(data, 'reason');
  const parts: readonly Part[] = body === undefined ? [] : [{ kind: 'other', body }];
  return { role: 'user', origin: 'interrupt', reasoning: 'none', parts };
}

/** `system.message`: the system prompt, once a session and once a subagent. */
export function systemMessage({ data }: EventLine): Exchange | undefined {
  const body = textIn(data, 'content');
  return body === undefined
    ? undefined
    : { role: 'developer', reasoning: 'none', parts: [{ kind: 'text', body }] };
}
