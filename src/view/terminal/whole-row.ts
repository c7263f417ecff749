import type { Excerpt, Row, ViewSource } from '../api.ts';

/** A text of more characters is not put together for a terminal. */
const MOST = 64 << 20;

/** A row with the texts that it shows in full, where their contents can be opened. hostile: every text. */
export async function wholeRow(source: ViewSource, row: Row): Promise<Row> {
  const whole = (excerpt: Excerpt, records: readonly number[]) => wholeText(source, excerpt, records);
  switch (row.kind) {
    case 'prompt':
    case 'thinking':
    case 'text':
      return { ...row, text: await whole(row.text, [row.seq]) };
    case 'call': {
      const said = [];
      for (const one of row.said) said.push({ ...one, text: await whole(one.text, [one.seq]) });
      const input = await whole(row.input, row.records);
      if (row.result === undefined) return { ...row, said, input };
      return { ...row, said, input, result: await whole(row.result, row.records) };
    }
    default:
      return row;
  }
}

async function wholeText(source: ViewSource, excerpt: Excerpt, records: readonly number[]): Promise<Excerpt> {
  const { cut, commitment, bytes } = excerpt;
  if (cut !== true || commitment === undefined) return excerpt;
  for (const seq of records) {
    try {
      let text = '';
      let piece = await source.content(seq, commitment, 0);
      for (text = piece.text; piece.cut === true && text.length < MOST; text += piece.text)
        piece = await source.content(seq, commitment, text.length);
      return { text, bytes, commitment, ...(piece.cut === true ? { cut: true } : {}) };
    } catch {
      // Another of the call's records commits to it.
    }
  }
  return excerpt;
}
