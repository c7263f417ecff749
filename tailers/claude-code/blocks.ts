import { elementsAt, membersAt, type Range } from '../../src/bytes/json-index.ts';
import type { LineNote, Part } from '../../src/model/reading.ts';
import { sliceOf, stringField } from '../fields.ts';
import { asObject, type ForeignObject } from '../line.ts';

/** One content block: its object, its own raw range, and its members' raw ranges. */
export type Block = {
  readonly object: ForeignObject;
  readonly type: string | undefined;
  readonly range: Range;
  readonly members: ReadonlyMap<string, Range>;
};

/**
 * The content of a message. `text`: a plain string. `blocks`: an array; `stray` are elements that are no objects.
 * `shape`: anything else (B-025). `deep`: beyond the budget of nesting or number.
 */
export type Content =
  | { readonly kind: 'text'; readonly text: string; readonly range: Range }
  | { readonly kind: 'blocks'; readonly blocks: readonly (Block | Range)[] }
  | { readonly kind: 'shape'; readonly range?: Range }
  | { readonly kind: 'deep' };

/** Where a content value lies, and what `JSON.parse` made of it. */
export type ContentValue = { readonly value: unknown; readonly range: Range | undefined };

/** Claude Code writes one block a line; a person's prompt has a few. More than this is not interpreted. */
const MAX_BLOCKS = 256;

/** hostile: any value at all. Notes `content_shape` and `duplicate_key`. */
export function readContent(bytes: Buffer, { value, range }: ContentValue, notes: Set<LineNote>): Content {
  if (range === undefined) {
    notes.add('content_shape');
    return { kind: 'shape' };
  }
  if (typeof value === 'string') return { kind: 'text', text: value, range };
  if (!Array.isArray(value)) {
    notes.add('content_shape');
    return { kind: 'shape', range };
  }
  const ranges = value.length > MAX_BLOCKS ? undefined : elementsAt(bytes, range);
  if (ranges === undefined) return { kind: 'deep' };
  const blocks: (Block | Range)[] = [];
  for (const [at, element] of ranges.entries()) {
    const block = readBlock(bytes, { value: value[at], range: element }, notes);
    if (block === undefined) return { kind: 'deep' };
    blocks.push(block);
  }
  return { kind: 'blocks', blocks };
}

function readBlock(
  bytes: Buffer,
  { value, range }: { readonly value: unknown; readonly range: Range },
  notes: Set<LineNote>,
): Block | Range | undefined {
  const object = asObject(value);
  if (object === undefined) {
    notes.add('content_shape');
    return range;
  }
  const members = membersAt(bytes, range);
  if (members === undefined) return undefined;
  if (members.duplicate) notes.add('duplicate_key');
  return { object, type: stringField(object, 'type'), range, members: members.ranges };
}

export function isBlock(block: Block | Range): block is Block {
  return 'members' in block;
}

/** A text or image block as a part; one of another type, or whose text is no string, as `other`. */
export function plainPart(block: Block | Range, notes: Set<LineNote>): Part {
  if (!isBlock(block)) return { kind: 'other', body: sliceOf(block) };
  if (block.type === 'image') return { kind: 'image', body: sliceOf(block.range) };
  if (block.type !== 'text') return { kind: 'other', body: sliceOf(block.range) };
  const text = block.members.get('text');
  if (text === undefined || stringField(block.object, 'text') === undefined) {
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
