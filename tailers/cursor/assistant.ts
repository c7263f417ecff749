import type { Range } from '../../src/bytes/json-index.ts';
import { toolClass } from '../../src/harness/tools.ts';
import type { Exchange, Part, Reasoning } from '../../src/model/reading.ts';
import { type Block, type Content, isBlock, plainPart, plainParts } from '../claude-code/blocks.ts';
import { sliceOf, stringField } from '../fields.ts';
import { type MessageContext, notedCall, resultPart } from './message-context.ts';

/** What stands where the provider sealed the thinking: all of a text, or its end. Nothing of the seal is kept. */
const REDACTED = '[REDACTED]';
/** The marker in raw JSON, up to the closing quote. */
const REDACTED_END = Buffer.from(`${REDACTED}"`);

/**
 * An assistant line. Readable thinking is merged into the text behind what was said (formats: cursor §4), and nothing
 * tells the two apart: such a line is one of text, and what was thought comes from the hooks.
 */
export function readAssistant(line: MessageContext, content: Exclude<Content, { kind: 'deep' }>): Exchange {
  const parts = content.kind === 'blocks' ? content.blocks.map((block) => blockPart(line, block)) : [];
  if (content.kind === 'text') parts.push(textPart(line, content.range));
  if (content.kind === 'shape') parts.push(...plainParts(content, line.notes));
  return { role: 'assistant', reasoning: reasoningOf(line, parts), parts };
}

function blockPart(line: MessageContext, block: Block | Range): Part {
  if (!isBlock(block)) return plainPart(block, line.notes);
  switch (block.type) {
    case 'tool_use':
      return callPart(line, block);
    case 'tool_result':
      return resultPart(line, block);
    case 'thinking':
      return thinkingPart(line, block);
    case 'redacted':
    case 'redacted_thinking':
      line.turn.addWords(line.number);
      return { kind: 'thinking', state: 'sealed', body: sliceOf(block.range) };
    default:
      return wordsPart(line, block);
  }
}

function wordsPart(line: MessageContext, block: Block): Part {
  const part = plainPart(block, line.notes);
  const text = block.object.rangeOf('text');
  return part.kind === 'text' && text !== undefined ? textPart(line, text) : part;
}

function textPart(line: MessageContext, text: Range): Part {
  line.turn.addWords(line.number);
  const body = sliceOf(text);
  return body.bytes === REDACTED.length + 2 && endsRedacted(line.bytes, text)
    ? { kind: 'thinking', state: 'sealed', body }
    : { kind: 'text', body };
}

/** No version is known to write one; other readers of these files met them. */
function thinkingPart(line: MessageContext, block: Block): Part {
  const key = ['thinking', 'text'].find((one) => (block.object.lengthOf(one) ?? 0) > 0);
  const body = key === undefined ? undefined : block.object.rangeOf(key);
  if (body === undefined) {
    line.notes.add('content_shape');
    return { kind: 'other', body: sliceOf(block.range) };
  }
  line.turn.addWords(line.number);
  return { kind: 'thinking', state: 'full', body: sliceOf(body) };
}

function callPart(line: MessageContext, block: Block): Part {
  const call = notedCall(line, block, 'id');
  const name = block.object.rangeOf('name');
  const input = block.object.rangeOf('input');
  return {
    kind: 'call',
    ...(call === undefined ? {} : { call }),
    tool: toolClass('cursor', stringField(block.object, 'name') ?? ''),
    ...(name === undefined ? {} : { name: sliceOf(name) }),
    ...(input === undefined ? {} : { input: sliceOf(input) }),
    link: line.turn.link(),
  };
}

function reasoningOf({ bytes }: MessageContext, parts: readonly Part[]): Reasoning {
  if (parts.some((part) => part.kind === 'thinking' && part.state === 'full')) return 'full';
  const sealed = parts.some(
    (part) =>
      part.kind === 'thinking' ||
      (part.kind === 'text' &&
        endsRedacted(bytes, { start: part.body.at, end: part.body.at + part.body.bytes })),
  );
  return sealed ? 'sealed' : 'none';
}

function endsRedacted(bytes: Buffer, { start, end }: Range): boolean {
  const from = end - REDACTED_END.length;
  return from > start && REDACTED_END.equals(bytes.subarray(from, end));
}
