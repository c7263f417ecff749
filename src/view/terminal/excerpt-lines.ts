import type { Excerpt } from '../api.ts';
import { bodyLines, type TextLine } from './text-line.ts';

/** Why a text is not there, in words. */
export const CLOSED: Readonly<Record<NonNullable<Excerpt['closed']>, string>> = {
  erased: 'erased from the vault',
  not_disclosed: 'not disclosed',
  too_large: 'too large to be shown',
};

/** A text, below what it belongs to; where it is not there, why. `most` lines. hostile: its text. */
export function excerptLines(excerpt: Excerpt, indent: number, most: number): readonly TextLine[] {
  const { text, bytes, cut, closed } = excerpt;
  if (closed !== undefined) return [{ indent, pieces: [['quiet', `(${bytes} bytes, ${CLOSED[closed]})`]] }];
  if (text.trim() === '') return [];
  const lines = bodyLines(text, indent, most);
  const isAllShown = lines.length <= most;
  if (cut !== true || !isAllShown) return lines;
  return [...lines, { indent, pieces: [['quiet', `… of ${bytes} bytes (--full shows them)`]] }];
}

/** A text in a line of its own, cut; where it is not there, why. */
export function excerptWords({ text, bytes, closed }: Excerpt, most = 200): string {
  if (closed !== undefined) return `(${bytes} bytes, ${CLOSED[closed]})`;
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
