import type { Exchange, Part, Slice } from '../../src/model/reading.ts';
import { objectField, own } from '../fields.ts';
import type { ForeignObject } from '../line.ts';
import type { EventLine } from './event-line.ts';
import { safeId } from './ids.ts';
import { refusalOf, resultFacts } from './outcome.ts';
import { sliceIn } from './slices.ts';

/** `tool.execution_complete`: what became of a call, and what the model was told of it. */
export function completedCall(line: EventLine): Exchange {
  const { data, memory, notes } = line;
  const id = safeId(data, 'toolCallId', notes);
  const call = memory.calls.get(id);
  const facts = resultFacts(data, call);
  if (typeof own(data, 'success') !== 'boolean') notes.add('content_shape');
  const part: Part = {
    kind: 'result',
    ...(id === undefined ? {} : { call: id }),
    ...facts,
    ...bodiesOf(data),
  };
  const typed = own(data, 'isUserRequested') === true || call?.typed === true;
  const who = typed ? ({ role: 'user', origin: 'shell' } as const) : ({ role: 'tool' } as const);
  const turn = safeId(data, 'interactionId', notes);
  return { ...who, ...(turn === undefined ? {} : { turn }), reasoning: 'none', parts: [part] };
}

/** `content` is what the model read (hooks may have replaced it or added to it), `detailedContent` what came out. */
function bodiesOf(data: ForeignObject): { readonly body?: Slice; readonly detail?: Slice } {
  const result = objectField(data, 'result');
  const body = sliceIn(result, 'content') ?? sliceIn(objectField(data, 'error'), 'message');
  const detail = sliceIn(result, 'detailedContent');
  return { ...(body === undefined ? {} : { body }), ...(detail === undefined ? {} : { detail }) };
}

/**
 * `permission.completed`: remembered for the result to come. A cancelled request has no result after it (`interactive`:
 * Esc on an approval), so this line is one.
 */
export function answeredRequest(line: EventLine): Exchange | undefined {
  const id = safeId(line.data, 'toolCallId', line.notes);
  const refusal = refusalOf(line.data);
  if (id === undefined || refusal === undefined) return undefined;
  line.memory.calls.refuse(id, refusal);
  if (refusal !== 'interrupted') return undefined;
  const body = sliceIn(objectField(line.data, 'result'), 'reason');
  const part: Part = {
    kind: 'result',
    call: id,
    outcome: 'interrupted',
    ...(body === undefined ? {} : { body }),
  };
  return { role: 'tool', reasoning: 'none', parts: [part] };
}
