import type { Harness } from '../../model/harness.ts';
import type { Origin } from '../../model/reading.ts';
import type { Contents } from '../timeline/contents.ts';
import type { Message, RecordedPart } from '../timeline/transcript.ts';
import { type PromptKey, promptKey } from './same-text.ts';

/** A message in the user's place, in a thread of the person's. */
export type UserMessage = {
  readonly message: Message;
  readonly origin: Origin;
  /** Its own texts, joined by newlines. hostile. */
  readonly text: string;
  readonly key: PromptKey;
};

/** The messages of a line that stand in the user's place. */
export function userMessagesOf(
  messages: readonly Message[],
  { harness, contents }: { readonly harness: Harness; readonly contents: Contents },
): readonly UserMessage[] {
  return messages
    .filter(({ role }) => role === 'user')
    .map((message) => {
      const text = textOf(message, contents);
      return { message, origin: message.origin ?? 'prompt', text, key: promptKey(harness, text) };
    });
}

/** A part that says an origin of its own is none of the message's words. */
function textOf({ parts, origin }: Message, contents: Contents): string {
  const own = (part: RecordedPart): boolean => part.origin === undefined || part.origin === origin;
  return parts
    .flatMap((part) => (part.kind === 'text' && own(part) ? [contents.words(part.body) ?? ''] : []))
    .join('\n');
}
