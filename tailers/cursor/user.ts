import type { Range } from '../../src/bytes/json-index.ts';
import type { Exchange, Origin, Part } from '../../src/model/reading.ts';
import { type Block, type Content, isBlock, plainPart, plainParts } from '../claude-code/blocks.ts';
import { stringField } from '../fields.ts';
import { type MessageContext, resultPart } from './message-context.ts';
import { isQuery, textOrigin, timeOf } from './user-text.ts';

/** A user's line, and the time that stands in it. */
export type UserLine = { readonly exchange: Exchange; readonly at?: number };

/**
 * A user line: a prompt, or what Cursor says in the user's place. Where one text is framed as the person's query, the
 * other texts beside it are none of the person's, and stand as `other`. In an agent's file the first is its task.
 */
export function readUser(
  line: MessageContext,
  content: Exclude<Content, { kind: 'deep' }>,
  isFirst: boolean,
): UserLine {
  const texts = textsOf(content);
  const framed = texts.some(isQuery);
  const parts =
    content.kind === 'blocks'
      ? content.blocks.map((block) => userPart(line, block, framed))
      : plainParts(content, line.notes);
  const isResults = parts.length > 0 && parts.every(({ kind }) => kind === 'result');
  if (isResults) return { exchange: { role: 'tool', reasoning: 'none', parts } };
  line.turn.clear();
  const exchange = {
    role: 'user',
    origin: originOf(line, texts, isFirst),
    reasoning: 'none',
    parts,
  } as const;
  const at = texts.map(timeOf).find((time) => time !== undefined);
  return at === undefined ? { exchange } : { exchange, at };
}

function originOf({ ofAgent }: MessageContext, texts: readonly string[], isFirst: boolean): Origin {
  const origins = texts.map(textOrigin);
  const said = origins.length === 0 || origins.includes('prompt') ? 'prompt' : 'context';
  if (!ofAgent || said !== 'prompt') return said;
  return isFirst ? 'task' : 'agent';
}

function textsOf(content: Content): readonly string[] {
  if (content.kind === 'text') return [content.text];
  if (content.kind !== 'blocks') return [];
  return content.blocks.flatMap((block) => {
    const text = isBlock(block) && block.type === 'text' ? stringField(block.object, 'text') : undefined;
    return text === undefined ? [] : [text];
  });
}

function userPart(line: MessageContext, block: Block | Range, framed: boolean): Part {
  if (isBlock(block) && block.type === 'tool_result') return resultPart(line, block);
  const part = plainPart(block, line.notes);
  const beside = framed && part.kind === 'text' && isBlock(block);
  return beside && !isQuery(stringField(block.object, 'text') ?? '') ? { ...part, kind: 'other' } : part;
}
