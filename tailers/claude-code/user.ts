import type { Exchange, Part } from '../../src/model/reading.ts';
import { sliceOf } from '../fields.ts';
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
  const shared = { ...(turn === undefined ? {} : { turn }), reasoning: 'none', parts } as const;
  if (isResults(parts)) return { role: 'tool', ...shared };
  const first = !line.messages.startTurn(line.lane);
  const place = { subagent: line.subagent, first };
  return { role: 'user', origin: userOrigin(line.object, onlyText(content), place), ...shared };
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
  return {
    kind: 'result',
    ...(call === undefined ? {} : { call }),
    ...resultFacts(line.object, block.object),
    ...(body === undefined ? {} : { body: sliceOf(body) }),
    ...(detail === undefined ? {} : { detail: sliceOf(detail) }),
  };
}
