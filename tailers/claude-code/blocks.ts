import type { Range } from '../../src/bytes/json-index.ts';
import { JsonListView, type JsonValue } from '../../src/bytes/json-view.ts';
import type { LineNote, Part } from '../../src/model/reading.ts';
import { sliceOf, stringField } from '../fields.ts';
import { asObject, type ForeignObject } from '../line.ts';

/** One content block: its object and its own raw range. */
export type Block = {
  readonly object: ForeignObject;
  readonly type: string | undefined;
  readonly range: Range;
};

/**
 * The content of a message. `text`: a plain string. `blocks`: an array; `stray` are elements that are no objects.
 * `shape`: anything else. `deep`: beyond the budget of nesting or number.
 */
export type Content =
  | { readonly kind: 'text'; readonly text: string; readonly range: Range }
  | { readonly kind: 'blocks'; readonly blocks: readonly (Block | Range)[] }
  | { readonly kind: 'shape'; readonly range?: Range }
  | { readonly kind: 'deep' };

/** Where a content value lies, and its value. */
export type ContentValue = { readonly value: JsonValue | undefined; readonly range: Range | undefined };

/** Claude Code writes one block a line; a person's prompt has a few. More than this is not interpreted. */
const MAX_BLOCKS = 256;

/** hostile: whatever value at all. Notes `content_shape` and `duplicate_key`. */
export function readContent({ value, range }: ContentValue, notes: Set<LineNote>): Content {
  if (range === undefined) {
    notes.add('content_shape');
    return { kind: 'shape' };
  }
  if (typeof value === 'string') return { kind: 'text', text: value, range };
  if (!(value instanceof JsonListView)) {
    notes.add('content_shape');
    return { kind: 'shape', range };
  }
  if (value.length > MAX_BLOCKS) return { kind: 'deep' };
  const blocks: (Block | Range)[] = [];
  for (const element of value.elements()) blocks.push(readBlock(element, notes));
  return { kind: 'blocks', blocks };
}

function readBlock(
  { value, range }: { readonly value: JsonValue; readonly range: Range },
  notes: Set<LineNote>,
): Block | Range {
  const object = asObject(value);
  if (object === undefined) {
    notes.add('content_shape');
    return range;
  }
  if (object.duplicate) notes.add('duplicate_key');
  return { object, type: stringField(object, 'type'), range };
}

export function isBlock(block: Block | Range): block is Block {
  return 'object' in block;
}

/** A text or image block as a part; one of another type, or whose text is no string, as `other`. */
export function plainPart(block: Block | Range, notes: Set<LineNote>): Part {
  if (!isBlock(block)) return { kind: 'other', body: sliceOf(block) };
  if (block.type === 'image') return { kind: 'image', body: sliceOf(block.range) };
  if (block.type !== 'text') return { kind: 'other', body: sliceOf(block.range) };
  const text = block.object.rangeOf('text');
  if (text === undefined || block.object.lengthOf('text') === undefined) {
    notes.add('content_shape');
    return { kind: 'other', body: sliceOf(block.range) };
  }
  return { kind: 'text', body: sliceOf(text) };
}

/** The parts of content that holds no calls: a prompt, a meta text, a queued command. */
export function plainParts(content: Content, notes: Set<LineNote>): readonly Part[] {
  if (content.kind === 'text') return [{ kind: 'text', body: sliceOf(content.range) }];
  if (content.kind === 'blocks') return content.blocks.map((block) => plainPart(block, notes));
  if (content.kind === 'shape' && content.range !== undefined)
    return [{ kind: 'other', body: sliceOf(content.range) }];
  return [];
}

/** The text where the content is one: a string, or blocks of which exactly one is text. */
export function onlyText(content: Content): string | undefined {
  if (content.kind === 'text') return content.text;
  if (content.kind !== 'blocks') return undefined;
  const texts = content.blocks.filter((block) => isBlock(block) && block.type === 'text') as readonly Block[];
  return texts.length === 1 ? stringField(texts[0]!.object, 'text') : undefined;
}
