import { objectField, own } from '../fields.ts';
import type { ForeignObject } from '../line.ts';
import { type Content, readContent } from './blocks.ts';
import type { LineContext } from './line-context.ts';

/** A user or assistant line's `message` and its content. */
export type MessageContent = { readonly message: ForeignObject | undefined; readonly content: Content };

/** `undefined` where the message is nested or filled beyond the budget. hostile: `message` may be anything. */
export function messageContent(line: LineContext): MessageContent | undefined {
  const message = objectField(line.object, 'message');
  const range = line.object.rangeOf('message');
  if (message === undefined || range === undefined) {
    line.notes.add('content_shape');
    return { message: undefined, content: { kind: 'shape', ...(range === undefined ? {} : { range }) } };
  }
  if (message.duplicate) line.notes.add('duplicate_key');
  const value = { value: own(message, 'content'), range: message.rangeOf('content') };
  const content = readContent(value, line.notes);
  return content.kind === 'deep' ? undefined : { message, content };
}
