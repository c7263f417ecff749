import type { Exchange, Part } from '../../src/model/reading.ts';
import { entry, stringField } from '../fields.ts';
import { CALLS, callExchange, OUTPUTS, outputExchange } from './call.ts';
import { compactedExchange } from './compacted.ts';
import type { Envelope } from './envelope.ts';
import { elementObject, elementsIn, inside, type Located, sliceAt } from './located.ts';
import { isNews, type Memory } from './memory.ts';
import { contentParts, messageExchange, placed, spoken } from './message.ts';
import { markedOrigin } from './origin.ts';
import type { Place } from './place.ts';
import { reasoningCompleted, reasoningEvent, reasoningItem } from './reasoning.ts';
import { interruptResponse } from './response.ts';
import { completedResult, EVENT_RESULTS, eventResult } from './result.ts';
import { twinOf } from './twins.ts';

type Maker = (payload: Located, place: Place, memory: Memory) => Exchange | undefined;

const ITEMS: Readonly<Record<string, Maker>> = {
  message: messageExchange,
  reasoning: reasoningItem,
  agent_message: agentsMessage,
  ...Object.fromEntries(Object.keys(CALLS).map((word) => [word, callExchange])),
  ...Object.fromEntries(Object.keys(OUTPUTS).map((word) => [word, outputExchange])),
};

const COMPLETED: Readonly<Record<string, Maker>> = {
  UserMessage: userCompleted,
  AgentMessage: agentCompleted,
  Reasoning: reasoningCompleted,
  HookPrompt: hookCompleted,
};

const EVENTS: Readonly<Record<string, Maker>> = {
  user_message: userEvent,
  agent_message: agentEvent,
  agent_reasoning: reasoningEvent,
  agent_reasoning_raw_content: reasoningEvent,
  ...Object.fromEntries(Object.keys(EVENT_RESULTS).map((word) => [word, eventResult])),
};

/** Makes the exchange of a line that can carry one; undefined for lines that have none, which are not scanned. */
export function makerOf(envelope: Envelope): Maker | undefined {
  const { kind, word } = envelope;
  if (kind === 'item') return entry(ITEMS, word);
  if (kind === 'event') return entry(EVENTS, word);
  if (kind === 'compacted') return compactedExchange;
  return kind === 'completed' ? (entry(COMPLETED, word) ?? completedResult) : undefined;
}

/** The located payload that the maker reads: for an `item_completed`, its item. */
export function payloadOf(line: Located, envelope: Envelope): Located | undefined {
  if (envelope.bare) return line;
  const payload = inside(line, 'payload');
  return envelope.kind === 'completed' && payload !== undefined ? inside(payload, 'item') : payload;
}

/** The cleaner of a prompt's two lines. A reviewer's, in its parent's file, is that reviewer's task. */
function userCompleted(item: Located, place: Place, memory: Memory): Exchange {
  interruptResponse(memory.response);
  const { parts, texts } = contentParts(item, 'content', place.notes);
  const said = texts()
    .filter((text) => text !== undefined)
    .join('');
  isNews(memory, said);
  const foreign = place.agent !== undefined;
  const twin = foreign
    ? undefined
    : twinOf(memory.twins, { sort: 'user', texts: [said], form: 'event', line: place.line });
  const task = memory.child || foreign || (memory.reviewing && twin === undefined);
  return placed({ role: 'user', origin: task ? 'task' : 'prompt', reasoning: 'none', parts }, place, twin);
}

function agentCompleted(item: Located, place: Place, memory: Memory): Exchange {
  const { parts, texts } = contentParts(item, 'content', place.notes);
  return spoken({ parts, texts: texts().filter((text) => text !== undefined), form: 'event' }, place, {
    item,
    memory,
  });
}

/** Another hook's stop reason, which Codex gives the model as a user message (formats: codex §7). */
function hookCompleted(item: Located, place: Place, memory: Memory): Exchange {
  interruptResponse(memory.response);
  const parts = elementsIn(item, 'fragments').flatMap((fragment) => {
    const located = elementObject(fragment);
    const body = located === undefined ? undefined : sliceAt(located, 'text');
    return body === undefined ? [] : [{ kind: 'text', body } as const];
  });
  const twin = twinOf(memory.twins, { sort: 'hook', texts: [''], form: 'event', line: place.line });
  return placed({ role: 'user', origin: 'hook', reasoning: 'none', parts }, place, twin);
}

/** Legacy `user_message`: the prompt as typed. 0.36 also wrote the harness's own texts as such, by `kind`. */
function userEvent(event: Located, place: Place, memory: Memory): Exchange | undefined {
  interruptResponse(memory.response);
  const text = stringField(event.object, 'message');
  const body = sliceAt(event, 'message');
  if (text === undefined || body === undefined) {
    place.notes.add('content_shape');
    return undefined;
  }
  const images = elementsIn(event, 'images').map(({ range }) => ({
    kind: 'image' as const,
    body: { at: range.start, bytes: range.end - range.start },
  }));
  isNews(memory, text);
  const said = markedOrigin(text) ?? 'prompt';
  const origin = said === 'prompt' && memory.child ? 'task' : said;
  const twin = twinOf(memory.twins, { sort: 'user', texts: [text], form: 'event', line: place.line });
  const parts: Part[] = [{ kind: 'text', body }, ...images];
  return placed({ role: 'user', origin, reasoning: 'none', parts }, place, twin);
}

function agentEvent(event: Located, place: Place, memory: Memory): Exchange | undefined {
  const text = stringField(event.object, 'message');
  const body = sliceAt(event, 'message');
  if (text === undefined || body === undefined) {
    place.notes.add('content_shape');
    return undefined;
  }
  return spoken({ parts: [{ kind: 'text', body }], texts: [text], form: 'event' }, place, {
    item: event,
    memory,
  });
}

/** What one agent told another (multi-agent v2); in the child's file, its task. Parts can be sealed: kept as they are. */
function agentsMessage(item: Located, place: Place, memory: Memory): Exchange {
  interruptResponse(memory.response);
  const { parts } = contentParts(item, 'content', place.notes);
  return placed({ role: 'user', origin: memory.child ? 'task' : 'agent', reasoning: 'none', parts }, place);
}
