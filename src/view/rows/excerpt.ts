import type { Committed, LogRecord } from '../../model/record.ts';
import type { Excerpt } from '../api.ts';

/** Where a row's words come from. */
export type RowSource = {
  /** A record of the log, its shape checked; undefined where it cannot be read. */
  readonly record: (seq: number) => LogRecord | undefined;
  /** A content, verified against its commitment; undefined where it is not there. */
  readonly open: (content: Committed) => Uint8Array | undefined;
  /** Why a content is not there. */
  readonly gone: 'erased' | 'not_disclosed';
};

/** A longer content is opened only piece by piece. */
export const MAX_OPENED = 32 << 20;
/** A longer JSON value is shown as it stands. */
const MAX_PARSED = 4 << 20;

/**
 * `json`: a raw JSON value, of which the words are shown. `raw`: a raw JSON value as it stands, but that a string is shown
 * without its quotes (Codex's arguments are JSON in one). `text`: UTF-8.
 */
export type ContentForm = 'json' | 'raw' | 'text';

const QUOTE = 0x22;
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** A content as text, as it is shown. hostile: every byte of it. */
export function shownText(bytes: Uint8Array, form: ContentForm): string {
  const text = DECODER.decode(bytes);
  if (form === 'text' || bytes.length > MAX_PARSED) return text;
  if (form === 'raw' && bytes[0] !== QUOTE) return text;
  return wordsOf(parsed(text)) ?? text;
}

/** The beginning of a content, at most `most` characters. */
export function excerptOf(
  source: RowSource,
  content: Committed | undefined,
  { form, most }: { readonly form: ContentForm; readonly most: number },
): Excerpt {
  if (content === undefined) return { text: '', bytes: 0 };
  const { bytes, commitment } = content;
  if (bytes > MAX_OPENED) return { text: '', bytes, commitment, closed: 'too_large' };
  const opened = source.open(content);
  if (opened === undefined) return { text: '', bytes, commitment, closed: source.gone };
  return { ...cutTo(shownText(opened, form), most), bytes, commitment };
}

/** Never between the halves of a surrogate pair. */
export function cutTo(text: string, most: number): { readonly text: string; readonly cut?: true } {
  if (text.length <= most) return { text };
  const high = text.charCodeAt(most - 1);
  return { text: text.slice(0, high >= 0xd800 && high <= 0xdbff ? most - 1 : most), cut: true };
}

/** A raw JSON value, parsed; undefined where it is none. V8 parses whatever depth. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The words of a value: a string itself, the texts of content blocks; undefined for another value, which is shown as it stands. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const texts: string[] = [];
  for (const block of value) {
    const text = textOfBlock(block);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join('\n');
}

function textOfBlock(block: unknown): string | undefined {
  if (typeof block === 'string') return block;
  if (block === null || typeof block !== 'object' || !Object.hasOwn(block, 'text')) return undefined;
  const { text } = block as { readonly text: unknown };
  return typeof text === 'string' ? text : undefined;
}
