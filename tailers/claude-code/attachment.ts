import type { Range } from '../../src/bytes/json-index.ts';
import { JsonListView, type JsonValue } from '../../src/bytes/json-view.ts';
import type { Exchange, Part } from '../../src/model/reading.ts';
import { objectField, own, sliceOf } from '../fields.ts';
import type { ForeignObject } from '../line.ts';
import { onlyText, plainParts, readContent } from './blocks.ts';
import { type LineContext, notedId } from './line-context.ts';
import { queuedOrigin } from './origin.ts';

/** The attachments that say something in the user's place; the rest are bare lines. */
const SPEAKING: ReadonlySet<string> = new Set([
  'attachment/queued_command',
  'attachment/hook_additional_context',
]);

/** One hook's context has few texts. More than this is not interpreted. */
const MAX_TEXTS = 256;

export function isSpeaking(type: string): boolean {
  return SPEAKING.has(type);
}

/**
 * `queued_command`: a prompt typed while the model was busy has no user line, only this (formats: claude-code,
 * "queued prompt"). `hook_additional_context`: what a hook told the model. `undefined` beyond the budget.
 */
export function readAttachment(line: LineContext, type: string): Exchange | undefined {
  const attachment = objectField(line.object, 'attachment');
  if (attachment === undefined) return undefined;
  if (attachment.duplicate) line.notes.add('duplicate_key');
  if (type === 'attachment/queued_command') return queued(line, attachment, attachment.rangeOf('prompt'));
  return hookContext(line, own(attachment, 'content'), attachment.rangeOf('content'));
}

function queued(
  line: LineContext,
  attachment: ForeignObject,
  range: Range | undefined,
): Exchange | undefined {
  const content = readContent({ value: own(attachment, 'prompt'), range }, line.notes);
  if (content.kind === 'deep') return undefined;
  const turn = notedId(line.object, 'promptId', line.notes);
  const known = line.messages.startTurn(line.lane);
  const origin = queuedOrigin(attachment, onlyText(content));
  return {
    role: 'user',
    origin: line.subagent && origin === 'prompt' ? (known ? 'agent' : 'task') : origin,
    ...(turn === undefined ? {} : { turn }),
    reasoning: 'none',
    parts: plainParts(content, line.notes),
  };
}

/** Its content is a list of strings (2.1.332); a string alone is read too. */
function hookContext(
  line: LineContext,
  value: JsonValue | undefined,
  range: Range | undefined,
): Exchange | undefined {
  if (value instanceof JsonListView && value.length > MAX_TEXTS) return undefined;
  const parts =
    value instanceof JsonListView
      ? [...value.elements()].map((element) => contextPart(element.range, element.value))
      : plainParts(readContent({ value, range }, line.notes), line.notes);
  return { role: 'user', origin: 'hook', reasoning: 'none', parts };
}

function contextPart(range: Range, value: unknown): Part {
  return { kind: typeof value === 'string' ? 'text' : 'other', body: sliceOf(range) };
}
