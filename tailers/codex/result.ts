import { toolClass } from '../../src/harness/tools.ts';
import type { Exchange, Part, Slice } from '../../src/model/reading.ts';
import { entry, stringField } from '../fields.ts';
import type { Written } from '../written.ts';
import { openCall, settleCall, surroundings } from './calls.ts';
import { type Located, sliceAt } from './located.ts';
import type { Memory } from './memory.ts';
import { placed } from './message.ts';
import { saidByItem } from './outcome.ts';
import { type Place, safeId } from './place.ts';

/**
 * Structured results: `item_completed` items of tools, and the end events of legacy threads. `body` is what came
 * out, `input` what a nested call went in with, `name` the tool's name for its class.
 */
type ResultShape = { readonly body?: string; readonly input?: string; readonly name: string };

const COMPLETED_RESULTS: Readonly<Record<string, ResultShape>> = {
  CommandExecution: { body: 'aggregated_output', input: 'command', name: 'exec_command' },
  FileChange: { body: 'stdout', input: 'changes', name: 'apply_patch' },
  McpToolCall: { body: 'result', input: 'arguments', name: 'mcp__' },
  WebSearch: { input: 'action', name: 'web_search' },
  CollabAgentToolCall: { input: 'prompt', name: 'spawn_agent' },
  DynamicToolCall: { body: 'content_items', input: 'arguments', name: '' },
};

/** Items that hold no result, but are the only trace of a call that ran inside of another. */
const NESTED_ONLY: Readonly<Record<string, ResultShape>> = {
  ImageView: { input: 'path', name: 'view_image' },
};

export const EVENT_RESULTS: Readonly<Record<string, ResultShape>> = {
  exec_command_end: { body: 'aggregated_output', input: 'command', name: 'exec_command' },
  patch_apply_end: { body: 'stdout', input: 'changes', name: 'apply_patch' },
  mcp_tool_call_end: { body: 'result', input: 'invocation', name: 'mcp__' },
  web_search_end: { input: 'action', name: 'web_search' },
};

/** A completed tool item. Nested in code mode (`exec-<uuid>`) it is the call as well, since no other line is. */
export function completedResult(item: Located, place: Place, memory: Memory): Exchange | undefined {
  const type = stringField(item.object, 'type') ?? '';
  const id = safeId(item.object, 'id', place.notes);
  const nested = id?.startsWith('exec-') === true && place.agent === undefined && !memory.calls.known.has(id);
  const shape: ResultShape | undefined =
    entry(COMPLETED_RESULTS, type) ?? (nested ? (entry(NESTED_ONLY, type) ?? { name: '' }) : undefined);
  if (shape === undefined) return undefined;
  return nested
    ? nestedCall(item, place, { memory, id, shape })
    : resulted(item, place, { memory, id, shape });
}

/** A legacy end event. */
export function eventResult(event: Located, place: Place, memory: Memory): Exchange {
  const shape = EVENT_RESULTS[stringField(event.object, 'type')!]!;
  return resulted(event, place, { memory, id: safeId(event.object, 'call_id', place.notes), shape });
}

type About = { readonly memory: Memory; readonly id: string | undefined; readonly shape: ResultShape };

function resulted(item: Located, place: Place, { memory, id, shape }: About): Exchange {
  // formats: codex, tui-bang-clear: a command that the person ran with `!`, not the model.
  const typed = stringField(item.object, 'source') === 'user_shell';
  const claim = { line: place.line, form: 'event', said: saidByItem(item.object) } as const;
  const { said, twin } = settleCall(memory.calls, place.agent === undefined ? id : undefined, claim);
  const part: Written<Extract<Part, { kind: 'result' }>> = { kind: 'result', ...said, detail: item.whole };
  if (id !== undefined) part.call = id;
  const body = bodyOf(item, shape);
  if (body !== undefined) part.body = body;
  const exchange: Written<Exchange> = { role: typed ? 'user' : 'tool', reasoning: 'none', parts: [part] };
  if (typed) exchange.origin = 'shell';
  return placed(exchange, place, twin);
}

function nestedCall(item: Located, place: Place, { memory, id, shape }: About): Exchange {
  const { within, link } = surroundings(memory.calls);
  const tool =
    shape.name === '' ? 'Other' : toolClass('codex', shape.name === 'mcp__' ? 'mcp__?' : shape.name);
  const said = saidByItem(item.object);
  if (id !== undefined) {
    openCall(memory.calls, id, { line: place.line, tool, link, cell: false });
    settleCall(memory.calls, id, { line: place.line, form: 'event', said });
  }
  const [name, input] = [sliceAt(item, 'tool'), sliceAt(item, shape.input ?? '')];
  const named = id === undefined ? {} : { call: id };
  const body = bodyOf(item, shape);
  const parts: Part[] = [
    {
      kind: 'call',
      ...named,
      tool,
      ...(name === undefined ? {} : { name }),
      ...(input === undefined ? {} : { input }),
      link,
      ...(within === undefined ? {} : { within }),
    },
    { kind: 'result', ...named, ...said, ...(body === undefined ? {} : { body }), detail: item.whole },
  ];
  return placed({ role: 'tool', reasoning: 'none', parts }, place);
}

function bodyOf(item: Located, shape: ResultShape): Slice | undefined {
  return shape.body === undefined ? undefined : sliceAt(item, shape.body);
}
