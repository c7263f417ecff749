import { toolClass } from '../../src/harness/tools.ts';
import type { Exchange, Link, Part } from '../../src/model/reading.ts';
import { stringField } from '../fields.ts';
import type { ForeignObject } from '../line.ts';
import type { EventLine } from './event-line.ts';
import { safeId } from './ids.ts';
import { sliceIn } from './slices.ts';

/** A call as some object states it: the keys of its name and its input in there. */
export type StatedCall = {
  readonly call: string | undefined;
  readonly object: ForeignObject;
  readonly name: string;
  readonly input: string;
  readonly link: Link;
};

/** A call, remembered by its id so that its result is known to be its. */
export function callPart(line: EventLine, stated: StatedCall): Part {
  const { call, object, link } = stated;
  const tool = toolClass('copilot', stringField(object, stated.name) ?? '');
  if (call !== undefined) line.memory.calls.open(call, { tool, typed: false });
  const [name, input] = [sliceIn(object, stated.name), sliceIn(object, stated.input)];
  return {
    kind: 'call',
    ...(call === undefined ? {} : { call }),
    tool,
    ...(name === undefined ? {} : { name }),
    ...(input === undefined ? {} : { input }),
    link,
  };
}

/**
 * `tool.execution_start` and `external_tool.requested` say again what the assistant's message asked for. Only a call
 * that no message asked for is told by them, and nothing says what led to it.
 */
export function startedCall(line: EventLine): Exchange | undefined {
  const call = safeId(line.data, 'toolCallId', line.notes);
  if (line.memory.calls.get(call) !== undefined) return undefined;
  const link: Link = { basis: 'none', lines: [] };
  const part = callPart(line, { call, object: line.data, name: 'toolName', input: 'arguments', link });
  return { role: 'tool', reasoning: 'none', parts: [part] };
}

/** `tool.user_requested`: the person runs a command behind `!`. */
export function typedCall(line: EventLine): Exchange {
  const call = safeId(line.data, 'toolCallId', line.notes);
  const tool = toolClass('copilot', stringField(line.data, 'toolName') ?? '');
  if (call !== undefined) line.memory.calls.open(call, { tool, typed: true });
  const input = sliceIn(line.data, 'arguments');
  const parts: readonly Part[] = input === undefined ? [] : [{ kind: 'other', body: input }];
  return { role: 'user', origin: 'shell', reasoning: 'none', parts };
}
