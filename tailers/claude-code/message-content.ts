import { membersAt } from '../../src/bytes/json-index.ts';
import { objectField, own } from '../fields.ts';
import type { ForeignObject } from '../line.ts';
import { type Content, readContent } from './blocks.ts';
import type { LineContext } from './line-context.ts';

/** A user or assistant line's `message` and its content. */
export type MessageContent = { readonly message: ForeignObject | undefined; readonly content: Content };

/** `undefined` where the message is nested or filled beyond the budget. hostile: `message` may be anything. */
export function messageContent(line: LineContext): MessageContent | undefined {
  const message = objectField(line.object, 'message');
  const range = line.members.get('message');
  if (message === undefined || range === undefined) {
    line.notes.add('content_shape');
    return { message: undefined, content: { kind: 'shape', ...(range === undefined ? {} : { range }) } };
  }
  const members = membersAt(line.bytes, range);
  if (members === undefined) return undefined;
  if (members.duplicate) line.notes.add('duplicate_key');
  const value = { value: own(message, 'content'), range: members.ranges.get('content') };
  const content = readContent(line.bytes, value, line.notes);
  return content.kind === 'deep' ? undefined : { message, content };
}
