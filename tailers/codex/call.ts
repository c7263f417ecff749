import { toolClass } from '../../src/harness/tools.ts';
import type { Exchange, Part } from '../../src/model/reading.ts';
import { own, stringField } from '../fields.ts';
import type { Written } from '../written.ts';
import { openCall, settleCall } from './calls.ts';
import { type Located, sliceAt } from './located.ts';
import type { Memory } from './memory.ts';
import { placed } from './message.ts';
import { saidBehindHeader, saidByOutput } from './outcome.ts';
import { type Place, safeId } from './place.ts';
import { interruptResponse, linkOf } from './response.ts';

/** Where each kind of call keeps its id, its input and (a hosted tool) its own result; `name` where it states none. */
type CallShape = {
  readonly id: string;
  readonly input: string;
  readonly name?: string;
  readonly result?: string;
};

export const CALLS: Readonly<Record<string, CallShape>> = {
  function_call: { id: 'call_id', input: 'arguments' },
  custom_tool_call: { id: 'call_id', input: 'input' },
  local_shell_call: { id: 'call_id', input: 'action', name: 'local_shell' },
  tool_search_call: { id: 'call_id', input: 'arguments', name: 'tool_search' },
  web_search_call: { id: 'id', input: 'action', name: 'web_search' },
  image_generation_call: { id: 'id', input: 'revised_prompt', name: 'image_generation', result: 'result' },
};

/** Where each kind of output keeps what the model was told. */
export const OUTPUTS: Readonly<Record<string, string>> = {
  function_call_output: 'output',
  custom_tool_call_output: 'output',
  local_shell_call_output: 'output',
  mcp_tool_call_output: 'output',
  tool_search_output: 'tools',
};

/** A `…_call` response item: the call as the model made it. */
export function callExchange(item: Located, place: Place, memory: Memory): Exchange {
  const shape = CALLS[stringField(item.object, 'type')!]!;
  const stated = stringField(item.object, 'name');
  const tool = toolClass(
    'codex',
    fullName(stringField(item.object, 'namespace'), stated ?? shape.name ?? ''),
  );
  const call = safeId(item.object, shape.id, place.notes) ?? safeId(item.object, 'id', place.notes);
  const link = linkOf(memory.response, place.turn, place.sampled);
  if (call !== undefined) openCall(memory.calls, call, { line: place.line, tool, link, cell: isCell(item) });
  const [name, input] = [sliceAt(item, 'name'), sliceAt(item, shape.input)];
  const made: Written<Extract<Part, { kind: 'call' }>> = { kind: 'call', tool, link };
  if (call !== undefined) made.call = call;
  if (name !== undefined) made.name = name;
  if (input !== undefined) made.input = input;
  const parts = shape.result === undefined ? [made] : [made, ...hostedResult(item, shape.result, call)];
  return placed({ role: 'assistant', reasoning: 'none', parts }, place);
}

function hostedResult(item: Located, key: string, call: string | undefined): readonly Part[] {
  const body = sliceAt(item, key);
  if (body === undefined) return [];
  return [{ kind: 'result', ...(call === undefined ? {} : { call }), outcome: 'ok', body }];
}

/** An `…_output` response item: what the model was told became of the call. */
export function outputExchange(item: Located, place: Place, memory: Memory): Exchange {
  interruptResponse(memory.response);
  const key = OUTPUTS[stringField(item.object, 'type')!]!;
  const output = own(item.object, key);
  const call = safeId(item.object, 'call_id', place.notes);
  const shell = call !== undefined && memory.calls.known.get(call)?.tool === 'Bash';
  const claimed = saidByOutput(output) ?? (shell ? saidBehindHeader(output) : undefined);
  const { said, twin } = settleCall(memory.calls, call, { line: place.line, form: 'item', said: claimed });
  const body = sliceAt(item, key);
  const part: Written<Extract<Part, { kind: 'result' }>> = { kind: 'result', ...said };
  if (call !== undefined) part.call = call;
  if (body !== undefined) part.body = body;
  return placed({ role: 'tool', reasoning: 'none', parts: [part] }, place, twin);
}

/** MCP tools stand under `mcp__<server>` as their namespace; other namespaces don't change what a tool is. */
function fullName(namespace: string | undefined, name: string): string {
  return namespace?.startsWith('mcp__') === true ? `${namespace}__${name}` : name;
}

/** Code mode: calls run inside of `exec`, and inside of the `wait` that goes on with it. */
function isCell(item: Located): boolean {
  const name = stringField(item.object, 'name');
  if (stringField(item.object, 'type') === 'custom_tool_call') return name === 'exec';
  return name === 'wait' && stringField(item.object, 'namespace') === 'functions';
}
