import type { Committed, JsonObject } from '../../model/record.ts';
import type { Excerpt } from '../api.ts';
import type { PromptEntry } from './entry.ts';
import { excerptOf, type RowSource } from './excerpt.ts';
import { partOf } from './parts.ts';

const NOTHING: Excerpt = { text: '', bytes: 0 };

/** A prompt's words: those that the hook saw, else those of the transcript. */
export function promptExcerpt(source: RowSource, entry: PromptEntry, most: number): Excerpt {
  const { data } = source.record(entry.seq) ?? {};
  if (data === undefined) return NOTHING;
  if (entry.hook !== undefined) return excerptOf(source, wholeOf(data), { form: 'text', most });
  const texts = entry.parts.flatMap((part) => {
    const found = partOf(source, { seq: entry.seq, part });
    return found?.kind === 'text' ? [excerptOf(source, found.body, { form: 'json', most })] : [];
  });
  const [first, ...rest] = texts;
  if (first === undefined || rest.length === 0) return first ?? NOTHING;
  return {
    text: texts.map(({ text }) => text).join('\n'),
    bytes: texts.reduce((sum, { bytes }) => sum + bytes, 0),
    ...(texts.some(({ cut }) => cut) ? { cut: true as const } : {}),
    ...(first.commitment === undefined ? {} : { commitment: first.commitment }),
    ...(first.closed === undefined ? {} : { closed: first.closed }),
  };
}

function wholeOf({ bytes, commitment }: JsonObject): Committed {
  return { bytes: bytes as number, commitment: commitment as string };
}
