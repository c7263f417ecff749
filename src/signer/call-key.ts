import { sha256Hex } from '../bytes/sha256.ts';
import { fromUtf8 } from '../bytes/utf8.ts';
import { asObject, own, parseJson } from '../harness/payload.ts';
import type { Harness } from '../model/harness.ts';
import { digestOf } from './args-digest.ts';

/** A call as a hook or a transcript states it: its name as the harness spells it, the raw JSON of its arguments. */
export type NamedCall = {
  readonly harness: Harness;
  readonly tool: string;
  readonly name: string;
  readonly input: Uint8Array;
};

/** Texts beyond so many in one result are not looked at. */
const MAX_TEXTS = 64;
/** Values nested deeper than this are not either. */
const MAX_LEVELS = 16;

/**
 * What a call has in common in a hook's payload and in a transcript. Copilot's PascalCase hooks have Claude's names of
 * tools, so that there the class stands for the name where it tells enough (formats: copilot 1.0.102, §4).
 */
export function callKey({ harness, tool, name, input }: NamedCall): string {
  const isVague = tool === 'MCP' || tool === 'Other';
  const named = harness === 'gemini' || isVague ? name : tool;
  return digestOf(Buffer.from(named, 'utf16le'), argumentsOf(input));
}

/** The arguments with sorted keys. hostile: what is no JSON, or nested too deep to be written, counts as its bytes. */
function argumentsOf(input: Uint8Array): Uint8Array {
  const parsed = parseJson(Buffer.from(input).toString('utf8'));
  if (parsed === undefined) return input;
  // Copilot's summariser states arguments as a text of JSON.
  const inner = typeof parsed.json === 'string' ? parseJson(parsed.json) : undefined;
  const value = asObject(inner?.json) ?? parsed.json;
  try {
    return Buffer.from(JSON.stringify(value, sorted), 'utf16le');
  } catch {
    return input;
  }
}

function sorted(_key: string, value: unknown): unknown {
  const object = asObject(value);
  if (object === undefined) return value;
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Digests of the texts that the model was given, as a post hook's result has them. */
export function hookTexts(result: Uint8Array): ReadonlySet<string> {
  const value = parseJson(fromUtf8(result) ?? '')?.json;
  const object = asObject(value);
  const given =
    own(object, 'llmContent') ?? own(object, 'textResultForLlm') ?? own(object, 'text_result_for_llm');
  return digestsOf(given ?? value);
}

/** Digests of the texts in a transcript's result. */
export function toldTexts(result: Uint8Array): ReadonlySet<string> {
  return digestsOf(parseJson(Buffer.from(result).toString('utf8'))?.json);
}

function digestsOf(value: unknown): ReadonlySet<string> {
  const texts: string[] = [];
  collect(value, texts, 0);
  // Gemini writes several parts down as one text (formats: gemini 0.61.0).
  if (texts.length > 1) texts.push(texts.join('\n'));
  return new Set(texts.map((text) => sha256Hex(Buffer.from(text, 'utf16le'))));
}

function collect(value: unknown, texts: string[], level: number): void {
  if (texts.length >= MAX_TEXTS || level > MAX_LEVELS) return;
  if (typeof value === 'string') texts.push(value);
  else if (value !== null && typeof value === 'object')
    for (const one of Array.isArray(value) ? value : Object.values(value)) collect(one, texts, level + 1);
}
