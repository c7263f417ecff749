import type { Row } from '../api.ts';
import { type RowMaking, rowsOf } from './run-rows.ts';

const PAGE = 200;

/** The next row at or after `from` whose shown text has the words; opens the contents of the rows on the way. */
export async function findRow(making: RowMaking, words: string, from: number): Promise<number | undefined> {
  for (let at = Math.max(0, from); at < making.fold.order.total; at += PAGE) {
    const { rows } = rowsOf(making, at, PAGE);
    const found = rows.find((row) => hasWords(row, words));
    if (found !== undefined) return found.row;
    // A long run is searched for seconds: others get their turn.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return undefined;
}

/** Whether a row's words have these, whatever their case. */
export function hasWords(row: Row, words: string): boolean {
  const wanted = words.toLowerCase();
  return textsOf(row).some((text) => text.toLowerCase().includes(wanted));
}

function textsOf(row: Row): readonly string[] {
  switch (row.kind) {
    case 'call':
      return [
        ...[row.name, row.tool, row.input.text, row.result?.text ?? '', row.why ?? '', row.rule ?? ''],
        ...row.said.map(({ text }) => text.text),
        ...row.targets,
      ];
    case 'prompt':
    case 'thinking':
    case 'text':
      return [row.text.text];
    case 'constraint':
      return [row.held.kind, row.held.words?.text ?? '', ...row.held.targets.map(({ text }) => text)];
    case 'finding':
      return [row.rule, row.text];
    default:
      return [row.text];
  }
}
