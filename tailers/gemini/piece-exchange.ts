import { toolClass } from '../../src/harness/tools.ts';
import type { Exchange, Part, Slice } from '../../src/model/reading.ts';
import { sliceOf } from '../fields.ts';
import type { Memory } from './memory.ts';
import { INTERRUPTED } from './message.ts';
import { userOrigins } from './origin.ts';
import { endOf } from './outcome.ts';
import type { Piece } from './piece.ts';
import type { PieceMessage } from './piece-message.ts';
import type { Placed } from './placed.ts';
import { keyOf } from './saying.ts';

type Leaf = Extract<Piece, { kind: 'leaf' }>;
type Words = Placed & { readonly value: string; readonly body: Slice; readonly range: Leaf['range'] };

/** The exchange of a line with a whole text, thought, call's name or result; undefined for any other piece. */
export function pieceExchange(placed: Placed, message: PieceMessage, memory: Memory): Exchange | undefined {
  const { piece, path } = placed;
  if (piece.kind !== 'leaf' || typeof piece.value !== 'string' || piece.value === '') return undefined;
  const words = { ...placed, value: piece.value, range: piece.range, body: sliceOf(piece.range) };
  const [, , field, ...rest] = path;
  const last = path.at(-1);
  if (field === 'content' && isText(rest)) return text(words, message, memory);
  if (isAnswer(path)) return answer(words, message, memory);
  if (message.type !== 'gemini' || rest.length !== 2) return undefined;
  if (field === 'thoughts' && (last === 'subject' || last === 'description'))
    return thought(words, message, memory);
  if (field !== 'toolCalls') return undefined;
  if (last === 'name') return call(words, message, memory);
  return last === 'status' ? end(words, message) : undefined;
}

/** `content`, `content.text`, `content.0` or `content.0.text`. */
function isText(rest: readonly string[]): boolean {
  const [first = 'text', second = 'text', ...more] = rest;
  return more.length === 0 && second === 'text' && (first === 'text' || /^\d+$/.test(first));
}

function isAnswer(path: readonly string[]): boolean {
  const [, , field, , inside] = path;
  const [holder, response, last] = path.slice(-3);
  if (holder !== 'functionResponse' || response !== 'response') return false;
  if (last !== 'output' && last !== 'error') return false;
  return field === 'content' || (field === 'toolCalls' && inside === 'result');
}

function text({ value, body, number }: Words, message: PieceMessage, memory: Memory): Exchange | undefined {
  const part: Part = { kind: 'text', body };
  if (message.type === 'gemini') {
    spoken(message, memory, number);
    return assistant(message, part);
  }
  if (message.type === 'info' && value === INTERRUPTED)
    return { role: 'user', origin: 'interrupt', reasoning: 'none', parts: [part] };
  if (message.type !== 'user') return undefined;
  const subagent = memory.source.role === 'subagent';
  const { whole } = userOrigins([value], { subagent, first: !memory.asked, shown: undefined });
  if (whole === 'task') memory.asked = true;
  return { role: 'user', origin: whole, ...named(message), reasoning: 'none', parts: [part] };
}

function thought({ body, number }: Words, message: PieceMessage, memory: Memory): Exchange {
  spoken(message, memory, number);
  return assistant(message, { kind: 'thinking', state: 'summary', body });
}

/** The call's arguments lie on the lines behind this one: a slice can't reach them. */
function call({ value, body }: Words, message: PieceMessage, { known }: Memory): Exchange {
  const lines = known.wordsOf(message.id);
  return assistant(message, {
    kind: 'call',
    ...calls(message),
    tool: toolClass('gemini', value),
    name: body,
    link: lines.length === 0 ? { basis: 'none', lines } : { basis: 'exact', lines },
  });
}

/** The answer of a tool, below its call or in the user message behind it, which says it again. */
function answer({ value, ...placed }: Words, message: PieceMessage, { known }: Memory): Exchange {
  const kind = placed.path.at(-1) === 'error' ? 'error' : 'output';
  const { name = '', id } = message.call;
  const said = endOf(undefined, { kind, text: value }, toolClass('gemini', name) === 'Bash');
  const key = keyOf(`result ${id ?? ''}`, [placed.range], placed.line);
  const before = placed.path[2] === 'content' ? known.get(key)?.line : undefined;
  if (before === undefined) known.add(key, placed.number, message.id);
  message.call.ended = said.outcome === 'ok' ? 'ok' : 'other';
  return {
    ...tool({ kind: 'result', ...calls(message), ...said, body: placed.body }),
    ...(before === undefined ? {} : { twin: before }),
  };
}

/** `status` comes behind the answer: it says something where there was none, or where it went wrong all the same. */
function end({ value }: Words, message: PieceMessage): Exchange | undefined {
  const { ended } = message.call;
  if (ended === 'other' || (ended === 'ok' && value === 'success')) return undefined;
  return tool({ kind: 'result', ...calls(message), ...endOf(value, undefined, false) });
}

function spoken({ id }: PieceMessage, { known }: Memory, line: number): void {
  if (id !== undefined) known.addMessage(id, line, [line]);
}

function assistant(message: PieceMessage, part: Part): Exchange {
  const reasoning = part.kind === 'thinking' ? part.state : 'none';
  return { role: 'assistant', ...named(message), reasoning, parts: [part] };
}

function tool(part: Part): Exchange {
  return { role: 'tool', reasoning: 'none', parts: [part] };
}

function named({ id }: PieceMessage): { readonly message?: string } {
  return id === undefined ? {} : { message: id };
}

function calls({ call: { id } }: PieceMessage): { readonly call?: string } {
  return id === undefined ? {} : { call: id };
}
