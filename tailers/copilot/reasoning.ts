import { JsonListView } from '../../src/bytes/json-view.ts';
import type { Part, Reasoning, Slice } from '../../src/model/reading.ts';
import { listField, objectField, stringField } from '../fields.ts';
import { asObject, type ForeignObject } from '../line.ts';
import { textIn } from './slices.ts';

const READABILITY: readonly Reasoning[] = ['full', 'summary', 'sealed'];

/**
 * The thinking of an `assistant.message` (formats: copilot §2): `reasoningText` is what can be read of it, a summary
 * where the provider's own blocks say so. The seal is the encrypted content, else what only the provider can read.
 */
export function thinkingPart(data: ForeignObject): Part | undefined {
  const body = textIn(data, 'reasoningText');
  const seal = sealOf(data);
  if (body === undefined) return seal === undefined ? undefined : { kind: 'thinking', state: 'sealed', seal };
  const state = isSummary(objectField(data, 'reasoningBlocks')) ? 'summary' : 'full';
  return { kind: 'thinking', state, body, ...(seal === undefined ? {} : { seal }) };
}

/** Anthropic's blocks hold the signature, and thinking that was redacted; the whole list is kept where no field has it. */
function sealOf(data: ForeignObject): Slice | undefined {
  const stated = textIn(data, 'encryptedContent') ?? textIn(data, 'reasoningOpaque');
  if (stated !== undefined) return stated;
  for (const { value } of listField(objectField(data, 'reasoningBlocks'), 'blocks')?.elements() ?? []) {
    const block = asObject(value);
    const sealed = textIn(block, 'encrypted_content') ?? textIn(block, 'signature') ?? textIn(block, 'data');
    if (sealed !== undefined) return sealed;
  }
  return undefined;
}

/** OpenAI's responses state the summary apart from the reasoning itself, which they seldom give. */
function isSummary(reasoning: ForeignObject | undefined): boolean {
  const blocks = listField(reasoning, 'blocks');
  if (stringField(reasoning, 'provider') !== 'openai-responses' || blocks === undefined) return false;
  for (const { value } of blocks.elements()) {
    const content = asObject(value)?.get('content');
    if (content instanceof JsonListView && content.length > 0) return false;
  }
  return true;
}

/** The most readable of the thinking among the parts. */
export function reasoningOf(parts: readonly Part[]): Reasoning {
  const states = new Set(parts.map((part) => (part.kind === 'thinking' ? part.state : 'none')));
  return READABILITY.find((state) => states.has(state as 'full')) ?? 'none';
}
