import { TracekitError } from '../model/error.ts';
import type { Excerpt } from './api.ts';
import { contentsOf } from './contents-of.ts';
import { cutTo, MAX_OPENED, type RowSource, shownText } from './rows/excerpt.ts';

/** So many characters of a content at once. */
const PIECE = 1 << 18;

/**
 * The text of a content of a record from character `from` on, as rows show it. Throws `no_such_record` and
 * `no_such_content`.
 */
export function contentPiece(
  source: RowSource,
  { seq, commitment, from }: { readonly seq: number; readonly commitment: string; readonly from: number },
): Excerpt {
  const record = source.record(seq);
  if (record === undefined) throw missing('no_such_record', `record ${seq}`, 'a record of the log');
  const content = contentsOf(record).find((one) => one.commitment === commitment);
  if (content === undefined)
    throw missing('no_such_content', `record ${seq}`, 'a content that it commits to');
  const { bytes, form } = content;
  if (bytes > MAX_OPENED) return { text: '', bytes, commitment, closed: 'too_large' };
  const opened = source.open(content);
  if (opened === undefined) return { text: '', bytes, commitment, closed: source.gone };
  return { ...cutTo(shownText(opened, form).slice(Math.max(0, from)), PIECE), bytes, commitment };
}

function missing(code: string, where: string, expected: string): TracekitError {
  return new TracekitError(code, `${where}: expected ${expected}, found none`);
}
