import type { Range } from '../../src/bytes/json-index.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import { toolClass } from '../../src/harness/tools.ts';
import type { Exchange, Part, Reasoning } from '../../src/model/reading.ts';
import { sliceOf, stringField } from '../fields.ts';
import type { Written } from '../written.ts';
import { type Block, type Content, isBlock, plainPart, plainParts } from './blocks.ts';
import { type LineContext, notedId } from './line-context.ts';
import { messageContent } from './message-content.ts';

/**
 * An assistant line: one content block a line (formats: claude-code, "Lines"), though any number is read.
 * `undefined` where it is nested or filled beyond the budget.
 */
export function readAssistant(line: LineContext): Exchange | undefined {
  const read = messageContent(line);
  if (read === undefined) return undefined;
  const id = notedId(read.message, 'id', line.notes);
  const parts = assistantParts(line, read.content, id);
  const exchange: Written<Exchange> = { role: 'assistant', reasoning: reasoningOf(parts), parts };
  if (id !== undefined) exchange.message = id;
  return exchange;
}

function assistantParts(line: LineContext, content: Content, message: string | undefined): readonly Part[] {
  if (content.kind !== 'blocks') {
    if (content.kind === 'text') line.messages.addWords(message, line.lane, line.number);
    return plainParts(content, line.notes);
  }
  return content.blocks.map((block) => {
    const part = blockPart(line, block, message);
    if (part.kind === 'text' || part.kind === 'thinking')
      line.messages.addWords(message, line.lane, line.number);
    return part;
  });
}

function blockPart(line: LineContext, block: Block | Range, message: string | undefined): Part {
  if (!isBlock(block)) return plainPart(block, line.notes);
  switch (block.type) {
    case 'thinking':
      return thinkingPart(line, block);
    case 'redacted_thinking':
      return sealedPart(line, block, 'data');
    case 'tool_use':
      return callPart(line, block, message);
    default:
      return plainPart(block, line.notes);
  }
}

/** Text is the whole of the thinking unless the line's `thinkingDisplay` says that a summary was asked for. */
function thinkingPart(line: LineContext, block: Block): Part {
  const body = block.object.rangeOf('thinking');
  if (body === undefined || (block.object.lengthOf('thinking') ?? 0) === 0)
    return sealedPart(line, block, 'signature');
  const state = stringField(line.object, 'thinkingDisplay') === 'summarized' ? 'summary' : 'full';
  const seal = sealOf(block, 'signature');
  return { kind: 'thinking', state, body: sliceOf(body), ...(seal === undefined ? {} : { seal }) };
}

function sealedPart(line: LineContext, block: Block, key: 'data' | 'signature'): Part {
  const seal = sealOf(block, key);
  if (seal !== undefined) return { kind: 'thinking', state: 'sealed', seal };
  line.notes.add('content_shape');
  return { kind: 'other', body: sliceOf(block.range) };
}

function sealOf(block: Block, key: 'data' | 'signature'): ReturnType<typeof sliceOf> | undefined {
  const range = block.object.rangeOf(key);
  if (range === undefined || (block.object.lengthOf(key) ?? 0) === 0) return undefined;
  return sliceOf(range);
}

/**
 * A call counts once: a later copy of the message repeats it with the same input, and there it is `other`.
 * With another input it is a call again, under the same id: the last one is what the message says.
 */
function callPart(line: LineContext, block: Block, message: string | undefined): Part {
  const call = notedId(block.object, 'id', line.notes);
  const name = block.object.rangeOf('name');
  const input = block.object.rangeOf('input');
  if (message !== undefined && call !== undefined) {
    const digest = input === undefined ? '' : sha256Hex(line.bytes.subarray(input.start, input.end));
    if (line.messages.repeatsCall(message, call, digest.slice(0, 16)))
      return { kind: 'other', body: sliceOf(block.range) };
  }
  const tool = toolClass('claude-code', stringField(block.object, 'name') ?? '');
  const link = line.messages.linkTo(message, line.lane);
  const part: Written<Extract<Part, { kind: 'call' }>> = { kind: 'call', tool, link };
  if (call !== undefined) part.call = call;
  if (name !== undefined) part.name = sliceOf(name);
  if (input !== undefined) part.input = sliceOf(input);
  return part;
}

const READABILITY: readonly Reasoning[] = ['full', 'summary', 'sealed', 'none'];

/** The most readable of the line's thinking. */
function reasoningOf(parts: readonly Part[]): Reasoning {
  let best = READABILITY.length - 1;
  for (const part of parts)
    if (part.kind === 'thinking') best = Math.min(best, READABILITY.indexOf(part.state));
  return READABILITY[best]!;
}
