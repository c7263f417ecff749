import type { Exchange, Part } from '../../src/model/reading.ts';
import { sliceOf } from '../fields.ts';
import type { Written } from '../written.ts';
import { type Block, type Content, isBlock, onlyText, plainPart, plainParts } from './blocks.ts';
import { type LineContext, notedId } from './line-context.ts';
import { messageContent } from './message-content.ts';
import { userOrigin } from './origin.ts';
import { resultFacts } from './outcome.ts';

/**
 * A user line: a prompt, tool results, or the harness's own text in the user's place. Role `tool` where it holds
 * results and no text. hostile: text beside a result keeps role `user`, so that no prompt hides behind a result.
 * `undefined` where it is nested or filled beyond the budget.
 */
export function readUser(line: LineContext): Exchange | undefined {
  const content = messageContent(line)?.content;
  if (content === undefined) return undefined;
  const turn = notedId(line.object, 'promptId', line.notes);
  const parts = userParts(line, content);
  const results = isResults(parts);
  const exchange: Written<Exchange> = { role: results ? 'tool' : 'user', reasoning: 'none', parts };
  if (turn !== undefined) exchange.turn = turn;
  if (results) return exchange;
  const first = !line.messages.startTurn(line.lane);
  exchange.origin = userOrigin(line.object, onlyText(content), { subagent: line.subagent, first });
  return exchange;
}

function isResults(parts: readonly Part[]): boolean {
  return parts.some((part) => part.kind === 'result') && !parts.some((part) => part.kind === 'text');
}

function userParts(line: LineContext, content: Content): readonly Part[] {
  if (content.kind !== 'blocks') return plainParts(content, line.notes);
  const results = content.blocks.filter((block) => isBlock(block) && block.type === 'tool_result').length;
  return content.blocks.map((block) =>
    isBlock(block) && block.type === 'tool_result'
      ? resultPart(line, block, results === 1)
      : plainPart(block, line.notes),
  );
}

/** `toolUseResult` is the line's, so it is a block's own only where the line has one result. */
function resultPart(line: LineContext, block: Block, alone: boolean): Part {
  const call = notedId(block.object, 'tool_use_id', line.notes);
  const body = block.object.rangeOf('content');
  const detail = alone ? line.object.rangeOf('toolUseResult') : undefined;
  const facts = resultFacts(line.object, block.object);
  const part: Written<Extract<Part, { kind: 'result' }>> = { kind: 'result', ...facts };
  if (call !== undefined) part.call = call;
  if (body !== undefined) part.body = sliceOf(body);
  if (detail !== undefined) part.detail = sliceOf(detail);
  return part;
}
