import { isSafeId } from '../../src/model/harness.ts';
import type { LineNote, Part } from '../../src/model/reading.ts';
import type { Block } from '../claude-code/blocks.ts';
import { own, sliceOf } from '../fields.ts';
import type { Turn } from './turn.ts';

/** One message line on its way to an exchange. `notes` collects as it is read. */
export type MessageContext = {
  readonly bytes: Buffer;
  readonly number: number;
  readonly notes: Set<LineNote>;
  readonly turn: Turn;
  /** The line lies in a subagent's file, whose user is an agent. */
  readonly ofAgent: boolean;
};

/** A call's id, where a line has one at all. hostile: one that may not stand in clear is left out, and noted. */
export function notedCall({ notes }: MessageContext, { object }: Block, key: string): string | undefined {
  const value = own(object, key);
  if (isSafeId(value)) return value;
  if (value !== undefined && value !== null) notes.add('unsafe_id');
  return undefined;
}

/** A result, which current versions leave out (formats: cursor §4): it says how the call ended only by its error flag. */
export function resultPart(line: MessageContext, block: Block): Part {
  const call = notedCall(line, block, 'tool_use_id');
  const body = block.object.rangeOf('content');
  const failed = own(block.object, 'is_error');
  return {
    kind: 'result',
    ...(call === undefined ? {} : { call }),
    outcome: failed === true ? 'error' : failed === false ? 'ok' : 'unknown',
    ...(body === undefined ? {} : { body: sliceOf(body) }),
  };
}
