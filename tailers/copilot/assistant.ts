import type { Exchange, Link, Part } from '../../src/model/reading.ts';
import { listField, objectField, own, sliceOf, stringField } from '../fields.ts';
import { asObject } from '../line.ts';
import { callPart } from './call.ts';
import { type EventLine, laneOf } from './event-line.ts';
import { safeId } from './ids.ts';
import { reasoningOf, thinkingPart } from './reasoning.ts';
import { sliceIn, textIn } from './slices.ts';

/** One response asks for a few calls. More than this is not interpreted. */
const MAX_CALLS = 256;

/** `assistant.message`: a response's thinking, text and calls in one event. `deep` beyond the budget. */
export function assistantMessage(line: EventLine): Exchange | 'deep' {
  const { data, memory } = line;
  const requests = listField(data, 'toolRequests');
  if ((requests?.length ?? 0) > MAX_CALLS) return 'deep';
  const message = safeId(data, 'messageId', line.notes);
  const turn = safeId(data, 'interactionId', line.notes);
  const parts = wordsOf(line);
  const keys = responseKeys(line, message);
  if (parts.length > 0) memory.words.add(keys, line.lines);
  const link = linkOf(line, keys, parts.length > 0);
  for (const { value, range } of requests?.elements() ?? []) {
    const object = asObject(value);
    if (object === undefined) {
      line.notes.add('content_shape');
      parts.push({ kind: 'other', body: sliceOf(range) });
      continue;
    }
    const call = safeId(object, 'toolCallId', line.notes);
    parts.push(callPart(line, { call, object, name: 'name', input: 'arguments', link }));
  }
  return {
    role: 'assistant',
    ...(message === undefined ? {} : { message }),
    ...(turn === undefined ? {} : { turn }),
    reasoning: reasoningOf(parts),
    parts,
  };
}

function wordsOf({ data, notes }: EventLine): Part[] {
  const thinking = thinkingPart(data);
  const text = textIn(data, 'content');
  const shape = text === undefined && typeof own(data, 'content') !== 'string';
  const other = shape ? sliceIn(data, 'content') : undefined;
  if (other !== undefined) notes.add('content_shape');
  return [
    ...(thinking === undefined ? [] : [thinking]),
    ...(text === undefined ? [] : [{ kind: 'text', body: text } as const]),
    ...(other === undefined ? [] : [{ kind: 'other', body: other } as const]),
  ];
}

/** A response's id counts within its own interaction only: mocks and proxies begin anew with each process. */
function responseKeys(line: EventLine, message: string | undefined): readonly string[] {
  const response = safeId(line.data, 'apiCallId', line.notes);
  const interaction = stringField(line.data, 'interactionId')?.slice(0, 200) ?? '';
  return [
    ...(message === undefined ? [] : [`${laneOf(line)} ${message}`]),
    ...(response === undefined ? [] : [`${laneOf(line)} ${interaction} ${response}`]),
  ];
}

/** What one event holds belongs together, whether it has an id or not. */
function linkOf(line: EventLine, keys: readonly string[], worded: boolean): Link {
  const link = line.memory.words.linkOf(keys, laneOf(line));
  return worded && link.basis !== 'exact' ? { basis: 'exact', lines: [...line.lines] } : link;
}

/** `assistant.reasoning`: thinking in an event of its own (schema only; 1.0.102 puts it into the message). */
export function looseReasoning(line: EventLine): Exchange {
  const body = textIn(line.data, 'content');
  const parts: readonly Part[] = body === undefined ? [] : [{ kind: 'thinking', state: 'full', body }];
  if (parts.length > 0) line.memory.words.addLoose(laneOf(line), line.lines);
  return { role: 'assistant', reasoning: reasoningOf(parts), parts };
}

/** A new turn: what was thought before it leads to none of its calls. Not an exchange. */
export function turnStarted(line: EventLine): undefined {
  line.memory.words.endResponse(laneOf(line));
}

/**
 * `model.message`: what the summariser's model said while it compacted. It asks for calls as well, and they are run
 * (`interactive`: a preToolUse hook and an approval, with no other line that states the call).
 */
export function modelMessage(line: EventLine): Exchange | 'deep' | undefined {
  const message = objectField(line.data, 'message');
  if (message === undefined || stringField(message, 'role') !== 'assistant') return undefined;
  const calls = listField(message, 'tool_calls');
  if ((calls?.length ?? 0) > MAX_CALLS) return 'deep';
  const text = textIn(message, 'content');
  const parts: Part[] = text === undefined ? [] : [{ kind: 'text', body: text }];
  const link: Link =
    text === undefined ? { basis: 'none', lines: [] } : { basis: 'exact', lines: [...line.lines] };
  for (const { value } of calls?.elements() ?? []) {
    const outer = asObject(value);
    const object = objectField(outer, 'function');
    const call = safeId(outer, 'id', line.notes);
    if (object !== undefined)
      parts.push(callPart(line, { call, object, name: 'name', input: 'arguments', link }));
  }
  const id = safeId(message, 'apiCallId', line.notes);
  return { role: 'assistant', ...(id === undefined ? {} : { message: id }), reasoning: 'none', parts };
}
